import Papa from 'papaparse'
import { BATCH_ROWS_MAX } from '#shared/limits.ts'
import { invalid } from '#shared/refusal.ts'
import { type Columns, columnsIn, knownIn } from './columns.ts'
import { CURRENCY, type Fields, type FormalFlaw, type Given, type GivenRows, notInDollars } from './given.ts'

const DELIMITERS = [',', ';', '\t']
/** Wider than any export that pays people. */
const COLUMNS_MAX = 500

/**
 * The rows of a file of separated values (RFC 4180, and what spreadsheets make of it in countries with a decimal comma).
 * `line` is a row's number as a spreadsheet shows it.
 */
export function csvRows(text: string, chosen: Fields = {}): GivenRows {
  const content = text.replace(/^\uFEFF/, '')
  if (content.includes('\0')) throw invalid('csv', 'is no text file: it has a NUL character (save it as CSV UTF-8)')
  // Excel notes the separator in a line of its own.
  const [, noted] = /^sep=(.)\r?\n/i.exec(content) ?? []
  const skipped = noted === undefined ? 0 : 1
  const body = noted === undefined ? content : content.slice(content.indexOf('\n') + 1)
  const delimiter = noted ?? delimiterOf(body)
  const { data, errors } = Papa.parse<string[]>(body, { delimiter })
  const broken = brokenCells(body, delimiter, errors)
  const first = data.findIndex((cells) => !isBlank(cells))
  const header = data[first]
  if (header === undefined) throw invalid('csv', 'is empty: a header and at least one row are required')
  if (header.length > COLUMNS_MAX) throw invalid('csv', `has more than ${COLUMNS_MAX} columns`)
  if (broken.has(first)) throw invalid('csv', 'has a header whose quotes do not match')
  const { at, currencies, columns } = columnsIn(header, chosen)
  const rows: Given[] = []
  for (const [index, cells] of data.entries()) {
    if (index <= first || isBlank(cells)) continue
    if (rows.length === BATCH_ROWS_MAX) throw invalid('csv', `has more than ${BATCH_ROWS_MAX} rows: split it`)
    const fields: Fields = {}
    for (const [field, column] of at) {
      const value = textOf(cells[column] ?? '')
      if (value !== '') fields[field] = value
    }
    const flaws = flawsOf(cells, { header, delimiter, at, currencies }, broken.get(index))
    rows.push({ line: index + 1 + skipped, fields, ...(flaws.length === 0 ? {} : { flaws }) })
  }
  if (rows.length === 0) throw invalid('csv', 'has a header and no row')
  return { rows, columns, messageId: null }
}

/** The one that makes the most of the header: a decimal comma or a semicolon in a text does not mislead it. */
function delimiterOf(text: string): string {
  const tried = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1, skipEmptyLines: 'greedy' })
    const header = data[0] ?? []
    return { delimiter, known: knownIn(header), columns: header.length }
  })
  tried.sort((one, other) => other.known - one.known || other.columns - one.columns)
  return tried[0]?.delimiter ?? ','
}

/** Which cell of which rows has quotes that do not match, the first of each; by their indexes. */
function brokenCells(body: string, delimiter: string, errors: readonly Papa.ParseError[]): Map<number, number> {
  if (errors.length === 0) return new Map()
  const starts = [0]
  Papa.parse(body, { delimiter, step: ({ meta }) => void starts.push(meta.cursor) })
  const found = errors.flatMap(({ row, index }) => {
    if (row === undefined) return []
    // Up to the quote that begins the cell.
    const before = body.slice(starts[row] ?? 0, Math.max(0, (index ?? 0) - 1))
    return [[row, (Papa.parse<string[]>(before, { delimiter }).data[0]?.length ?? 1) - 1] as const]
  })
  return new Map(found.toReversed())
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

type Table = { header: readonly string[]; delimiter: string } & Pick<Columns, 'at' | 'currencies'>

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
  return flaws
}
