/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), its full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Always in quotes. What a spreadsheet would calculate is made text by an apostrophe, which it does not show. */
export function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}

/** A line of RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}
