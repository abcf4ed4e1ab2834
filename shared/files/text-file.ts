/** A file that is no text in UTF-8: the message says what shows it, and what to do. */
export class NotUtf8 extends Error {}

/**
 * The text of a file in UTF-8, with or without a byte order mark. Another encoding is refused by the line where it shows: guessed,
 * it would pay to a name with other letters.
 */
export function textIn(bytes: Uint8Array): string {
  if (isUtf16(bytes)) throw new NotUtf8('is UTF-16: save it as UTF-8 ("CSV UTF-8" in Excel)')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotUtf8(`is not UTF-8, as ${placeOfFlaw(bytes)} shows: save it as UTF-8 ("CSV UTF-8" in Excel)`)
  }
}

/** By its byte order mark; or since every second byte of its first letters is none. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return hasMark || (first === 0 && third === 0 && second !== 0) || (second === 0 && fourth === 0 && first !== 0)
}

/** A line break is one byte in UTF-8 and never part of another character. */
function placeOfFlaw(bytes: Uint8Array): string {
  let [start, line] = [0, 1]
  for (;;) {
    const end = bytes.indexOf(10, start)
    const whole = bytes.subarray(start, end === -1 ? bytes.length : end)
    if (end === -1 || !isUtf8(whole)) return `line ${line}, character ${goodIn(whole) + 1}`
    start = end + 1
    line++
  }
}

/** Characters before the first byte that belongs to none. */
function goodIn(bytes: Uint8Array): number {
  const [good = ''] = new TextDecoder('utf-8').decode(bytes).split('\uFFFD')
  return [...good].length
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
