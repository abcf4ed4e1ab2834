/**
 * Text from outside as a terminal or a log may show it: what moves the cursor, turns the direction or cannot be seen
 * stands there by its number. Lines stay lines.
 */
export function printable(text: string): string {
  return text.replace(HIDDEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Controls but the line feed; format signs (bidi, zero-width, tags); surrogates; line and paragraph separators. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]/gu

/**
 * JSON of any value, with the same signs escaped as JSON does it: for logs, and for what programs read. A bigint, which JSON
 * does not know, is a string of its digits.
 */
export function printableJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)))
}

/** The same of a line of JSON as it stands. */
export function escapeHidden(json: string): string {
  return json.replace(HIDDEN, (sign) => {
    const units = Array.from({ length: sign.length }, (_, index) => sign.charCodeAt(index))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}

/** The same within one line: anyone who wrote it begins no line of ours. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', '\\u{a}')
}
