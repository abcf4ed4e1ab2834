/** A file that is no text in UTF-8: the message says what shows it, and what to do. */
export class NotUtf8 extends Error {}

/**
 * The text of a file in UTF-8, with or without a byte order mark. Another encoding is refused by the line where it shows: guessed,
 * it would pay to a name with other letters.
 */
export function textIn(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new NotUtf8('is UTF-16: save it as UTF-8 ("CSV UTF-8" in Excel)')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotUtf8(`is not UTF-8, as line ${lineOfFlaw(bytes)} shows: save it as UTF-8 ("CSV UTF-8" in Excel)`)
  }
}

/** A line break is one byte in UTF-8 and never part of another character. */
function lineOfFlaw(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [start, line] = [0, 1]
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end + 1
    line++
  }
  return line
}
