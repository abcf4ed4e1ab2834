/** Parameters of RFC 3492, section 5. */
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_N = 128
const MAX_CODE_POINT = 0x10ffff

/** The text of one label behind its `xn--` (RFC 3492, section 6.2); undefined where it is not well formed. */
export function decodePunycode(encoded: string): string | undefined {
  const delimiter = encoded.lastIndexOf('-')
  const output = Array.from(encoded.slice(0, Math.max(0, delimiter)), (letter) => letter.codePointAt(0) ?? 0)
  let n = INITIAL_N
  let i = 0
  let bias = INITIAL_BIAS
  let at = delimiter < 0 ? 0 : delimiter + 1
  while (at < encoded.length) {
    const before = i
    let weight = 1
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(at++))
      if (digit === undefined) return undefined
      i += digit * weight
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX)
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const length = output.length + 1
    bias = adapt(i - before, length, before === 0)
    n += Math.floor(i / length)
    i %= length
    if (n > MAX_CODE_POINT) return undefined
    output.splice(i++, 0, n)
  }
  return String.fromCodePoint(...output)
}

/** A to z are 0 to 25, 0 to 9 are 26 to 35. `NaN`, past the end of the text, is none. */
function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : undefined
}

/** RFC 3492, section 6.1. */
function adapt(delta: number, length: number, first: boolean): number {
  let left = Math.floor(delta / (first ? DAMP : 2))
  left += Math.floor(left / length)
  let k = 0
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) left = Math.floor(left / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW))
}

/** A host name as people would read it; undefined where it holds no label in punycode. */
export function readableHost(host: string): string | undefined {
  if (!/(^|\.)xn--/.test(host)) return undefined
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.')
}
