import { BATCH_ROWS_MAX } from '#shared/limits.ts'
import { invalid } from '#shared/refusal.ts'
import { rowsIn } from './cells.ts'
import { type Columns, columnsIn, knownIn } from './columns.ts'
import { CURRENCY, type Fields, type FormalFlaw, type Given, type GivenRows, notInDollars } from './given.ts'

const DELIMITERS = [',', ';', '\t']
/** Wider than any export that pays people. */
const COLUMNS_MAX = 500
/** Ten for each row of the largest batch. */
const LINES_MAX = 100_000
/** Longer than any name of a column. */
const NAME_MAX = 1_000

/**
 * The rows of a file of separated values (RFC 4180, and what spreadsheets make of it in countries with a decimal comma).
 * `line` is a row's number as a spreadsheet shows it.
 */
export function csvRows(text: string, chosen: Fields = {}): GivenRows {
  const content = text.replace(/^\uFEFF/, '')
  if (content.includes('\0')) throw invalid('csv', 'is no text file: it has a NUL character (save it as CSV UTF-8)')
  requireFewLines(content)
  // Excel notes the separator in a line of its own.
  const [, noted] = /^sep=([^"\r\n])\r?\n/i.exec(content) ?? []
  const skipped = noted === undefined ? 0 : 1
  const body = noted === undefined ? content : content.slice(content.indexOf('\n') + 1)
  const delimiter = noted ?? delimiterOf(body)
  const rows: Given[] = []
  let table: Table | undefined
  let line = skipped
  for (const { cells, broken } of rowsIn(body, delimiter)) {
    line += 1
    if (isBlank(cells)) continue
    if (table === undefined) {
      table = tableOf(cells, broken, delimiter, chosen)
      continue
    }
    if (rows.length === BATCH_ROWS_MAX) throw invalid('csv', `has more than ${BATCH_ROWS_MAX} rows: split it`)
    const fields: Fields = {}
    for (const [field, column] of table.at) {
      const value = textOf(cells[column] ?? '')
      if (value !== '') fields[field] = value
    }
    const flaws = flawsOf(cells, table, broken)
    rows.push({ line, fields, ...(flaws.length === 0 ? {} : { flaws }) })
  }
  if (table === undefined) throw invalid('csv', 'is empty: a header and at least one row are required')
  if (rows.length === 0) throw invalid('csv', 'has a header and no row')
  return { rows, columns: table.columns, messageId: null }
}

function requireFewLines(text: string): void {
  let ends = 0
  for (const _ of text.matchAll(/\r\n?|\n/g))
    if (++ends > LINES_MAX) throw invalid('csv', `has more than ${LINES_MAX} lines: leave out empty ones, or split it`)
}

/** The one that makes the most of the header: a decimal comma or a semicolon in a text does not mislead it. */
function delimiterOf(text: string): string {
  const tried = DELIMITERS.map((delimiter) => {
    const header = headerOf(text, delimiter)
    const names = header.slice(0, COLUMNS_MAX).map((name) => name.slice(0, NAME_MAX))
    return { delimiter, known: knownIn(names), columns: header.length }
  })
  tried.sort((one, other) => other.known - one.known || other.columns - one.columns)
  return tried[0]?.delimiter ?? ','
}

function headerOf(text: string, delimiter: string): string[] {
  for (const { cells } of rowsIn(text, delimiter)) if (!isBlank(cells)) return cells
  return []
}

function tableOf(header: string[], broken: number | undefined, delimiter: string, chosen: Fields): Table {
  if (header.length > COLUMNS_MAX) throw invalid('csv', `has more than ${COLUMNS_MAX} columns`)
  if (broken !== undefined) throw invalid('csv', 'has a header whose quotes do not match')
  const isLong = header.some((name) => name.length > NAME_MAX)
  if (isLong) throw invalid('csv', `has a column whose name is longer than ${NAME_MAX} characters`)
  return { header, delimiter, ...columnsIn(header, chosen) }
}

const isBlank = (cells: readonly string[]) => cells.every((value) => value.trim() === '')

/** An apostrophe before what would be a formula is how such text leaves a table, ours too. */
function textOf(value: string): string {
  const trimmed = value.trim()
  return /^'[=+\-@]/.test(trimmed) ? trimmed.slice(1) : trimmed
}

/** Thousands, where a comma stands before decimals: it may do so in files without commas between columns. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}(\.\d{3})+$/
const thousands =
  'may be thousands or decimals: write nothing between thousands, as in 1234, or another number of decimals, as in 1.2340'

type Table = { header: readonly string[]; delimiter: string } & Columns

function flawsOf(
  cells: readonly string[],
  { header, delimiter, at, currencies }: Table,
  broken: number | undefined,
): FormalFlaw[] {
  const nameOf = (column: number) => header[column]?.trim() ?? ''
  const textIn = (column: number) => textOf(cells[column] ?? '')
  if (broken !== undefined)
    return [{ column: nameOf(broken), message: 'has quotes that do not match', reason: 'quotes' }]
  // A number is a rate.
  const isForeign = (text: string) => /[\p{L}\p{Sc}]/u.test(text) && text.toUpperCase() !== CURRENCY
  const foreign = currencies.filter((column) => isForeign(textIn(column)))
  const flaws = foreign.map((column) => notInDollars(nameOf(column)))
  const amount = at.get('amount')
  if (amount !== undefined && delimiter !== ',' && MAYBE_THOUSANDS.test(textIn(amount)))
    flaws.push({ column: nameOf(amount), message: thousands, reason: 'comma' })
  if (cells.slice(header.length).some((value) => value.trim() !== '')) {
    const message = `has ${cells.length} cells, and the header ${header.length}: a value with the separator in it needs quotes`
    flaws.push({ column: '', message, reason: 'cells' })
  }
  // Where whole rows stand in a cell, the row has another number of cells, or the cell has as many pieces as the header.
  const mayHoldRows = (value: string) =>
    /[\r\n]/.test(value) &&
    value.includes(delimiter) &&
    (cells.length !== header.length || value.split(delimiter).length >= header.length)
  const fields = new Set(at.values())
  for (const [column, value] of cells.slice(0, header.length).entries())
    if (!fields.has(column) && mayHoldRows(value))
      flaws.push({ column: nameOf(column), message: 'may hold other rows: check its quotes', reason: 'quotes' })
  return flaws
}
