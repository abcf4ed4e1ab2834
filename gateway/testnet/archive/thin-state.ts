import { Transform } from 'node:stream'
import { createScan } from './json-scan.ts'

/** Lists of anvil's state whose elements can be left out. */
export type StateList = 'blocks' | 'transactions'

const LISTS: ReadonlySet<string> = new Set<StateList>(['blocks', 'transactions'])
/** Lists are members of the outermost object; their elements are objects. */
const [OF_MEMBERS, OF_ELEMENTS] = [1, 2]
const COMMA = Buffer.from(',')
const NOTHING = Buffer.alloc(0)

/**
 * Leaves elements out of the lists of anvil's state. Works on the byte stream, with one element in memory at a time: a
 * state that was never thinned outgrows what a JavaScript string can hold.
 */
export function thinState(keep: (list: StateList, element: unknown) => boolean): Transform {
  const scan = createScan(OF_MEMBERS)
  let list: StateList | undefined
  /** What has arrived of the element that has begun. */
  let element: Buffer | undefined
  let kept = 0

  /** An element with the comma before it, where it is kept. */
  function judged(whole: Buffer, of: StateList): Buffer {
    if (!keep(of, JSON.parse(whole.toString()))) return NOTHING
    kept += 1
    return kept === 1 ? whole : Buffer.concat([COMMA, whole])
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let since = 0
      const upTo = (at: number) => {
        const bytes = chunk.subarray(since, at)
        since = at
        return bytes
      }
      for (let at = 0; at < chunk.length; at += 1) {
        const token = scan.take(chunk[at] ?? 0)
        if (token === undefined) continue
        if (list === undefined) {
          if (token === 'open' && scan.depth === OF_ELEMENTS && LISTS.has(scan.name)) list = scan.name as StateList
          kept = 0
        } else if (token === 'open' && scan.depth === OF_ELEMENTS + 1) {
          this.push(upTo(at))
          element = NOTHING
        } else if (token === 'close' && scan.depth === OF_ELEMENTS && element) {
          this.push(judged(Buffer.concat([element, upTo(at + 1)]), list))
          element = undefined
        } else if (token === 'comma' && scan.depth === OF_ELEMENTS) {
          this.push(upTo(at))
          since = at + 1
        } else if (token === 'close' && scan.depth === OF_MEMBERS) list = undefined
      }
      const rest = upTo(chunk.length)
      if (element) element = Buffer.concat([element, rest])
      else this.push(rest)
      done()
    },
  })
}
