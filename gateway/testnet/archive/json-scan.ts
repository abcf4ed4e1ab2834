const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [BRACE, BRACKET, END_BRACE, END_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d]
/** Longer than any name that somebody looks for. */
const NAME_LIMIT = 64

/** Follows the nesting of a JSON text byte by byte, without holding any of it. */
export type Scan = {
  /** What the byte does to the structure; undefined for values, and for all that is in strings. */
  take(byte: number): 'open' | 'close' | 'comma' | undefined
  /** Objects and lists that are open after the byte. */
  readonly depth: number
  /** The newest string at the depth of names: that of the member whose value begins. */
  readonly name: string
}

export function createScan(depthOfNames: number): Scan {
  let depth = 0
  let inString = false
  let escaped = false
  let name = ''

  function inside(byte: number): void {
    if (escaped) escaped = false
    else if (byte === BACKSLASH) escaped = true
    else if (byte === QUOTE) inString = false
    else if (depth === depthOfNames && name.length < NAME_LIMIT) name += String.fromCharCode(byte)
  }

  return {
    get depth() {
      return depth
    },
    get name() {
      return name
    },
    take(byte) {
      if (inString) {
        inside(byte)
        return undefined
      }
      switch (byte) {
        case QUOTE:
          inString = true
          if (depth === depthOfNames) name = ''
          return undefined
        case BRACE:
        case BRACKET:
          depth += 1
          return 'open'
        case END_BRACE:
        case END_BRACKET:
          depth -= 1
          return 'close'
        case COMMA:
          return 'comma'
        default:
          return undefined
      }
    },
  }
}
