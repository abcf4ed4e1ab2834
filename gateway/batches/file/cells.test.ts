import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { BATCH_BYTES_MAX } from '#shared/limits.ts'
import { repeated } from '../../testing/how-often.ts'
import { rowsIn } from './cells.ts'
import { csvRows } from './csv.ts'

const piece = fc.constantFrom('a', ' ', '"', '"', '""', '\n', ',', ';', '\t')

test('rows are those that Papa Parse reads, and quotes do not match where it says so', () => {
  const whole = { rows: 0, broken: 0 }
  const texts = fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) => pieces.join(''))
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(texts, fc.constantFrom(',', ';', '\t'), ends, (piecesOf, delimiter, newline) => {
      const text = piecesOf.replaceAll('\n', newline)
      const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline })
      const broken = new Set(errors.map(({ row }) => row))
      const ours = [...rowsIn(text, delimiter)]
      expect(ours).toHaveLength(data.length)
      for (const [index, row] of ours.entries()) {
        const isLast = index === ours.length - 1
        // Papa Parse takes no spaces between a quote and the end of the file.
        if (!isLast) expect(row.broken !== undefined).toBe(broken.has(index))
        if (!broken.has(index)) expect(row.cells).toEqual(data[index])
        whole[row.broken === undefined ? 'rows' : 'broken'] += 1
      }
    }),
    { numRuns: repeated(3_000) },
  )
  expect(whole).toEqual({
    rows: expect.toSatisfy((rows) => rows > 500),
    broken: expect.toSatisfy((rows) => rows > 500),
  })
})

test('rows end as on any system, also where one file has several ends', () => {
  const rows = [...rowsIn('a,"b\r\nb"\r\nc\n"d" \re', ',')]
  expect(rows.map(({ cells }) => cells)).toEqual([['a', 'b\r\nb'], ['c'], ['d'], ['e']])
})

const many = (text: string, bytes = BATCH_BYTES_MAX / 2) => text.repeat(bytes / text.length)

test.each([
  ['behind much else', `1,${many('x')},"${many('a"b')}\n`, 'memo'],
  ['before many spaces', `"${many('a"b')}${many(' ')},`, 'amount'],
  ['in every cell', many('"1"2,'), 'amount'],
])('a row of the largest file with quotes without number %s has one flaw', (_, row, column) => {
  const { rows } = csvRows(`amount,to,memo\n${row}`)
  expect(rows).toMatchObject([{ line: 2, flaws: [{ column, message: 'has quotes that do not match' }] }])
})

test.each([
  ['whose quotes do not match', `"${many('a"b')}${many(' ')},`, 'has a header whose quotes do not match'],
  ['of one name', many('a '), 'has a column whose name is longer than 1000 characters'],
  ['of too many columns', many('a,', 1_002), 'has more than 500 columns'],
])('a header of the largest file %s is refused', (_, header, message) => {
  expect(() => csvRows(`${header}\n1,2\n`)).toThrow(
    expect.objectContaining({ code: 'validation_error', details: [expect.objectContaining({ message })] }),
  )
})

const lines = 'has more than 100000 lines: leave out empty ones, or split it'
const cells = 'has more than 1000000 cells: leave out columns, or split it'
test.each([
  ['empty lines', `${many('\n')}amount,to\n1,2\n`, lines],
  ['empty lines of another system', `${many('\r\n')}amount,to\n1,2\n`, lines],
  ['empty cells', many(','), cells],
  ['empty cells in lines', many(`${','.repeat(499)}\n`), cells],
  ['cells in a row', `amount,to\n${many('1,')}`, cells],
])('a file of %s without number is refused', (_, text, message) => {
  expect(() => csvRows(text)).toThrow(
    expect.objectContaining({ code: 'validation_error', details: [{ path: 'csv', message }] }),
  )
})

test('a line end is no separator', () => {
  expect(() => csvRows('sep=\n\namount,to\n1,2\n')).toThrow(
    expect.objectContaining({ details: [{ path: 'columns.amount', message: expect.stringContaining('"sep="') }] }),
  )
})

test.each([
  ['with the separator and a line break may hold other rows', 'A,1,"urgent\nB,2,y\nB,3,z"\nA,4,', [['comment'], []]],
  ['among semicolons', 'A;1;"urgent\r\nB;2;y"\r\nA;4;', [['comment'], []]],
  ['with a line break alone does not', 'A,1,"two\nlines"\n', [[]]],
  ['with the separator alone does not', 'A,1,"one, line"\n', [[]]],
])('a cell in a column that is no field, %s', (_, rows, columns) => {
  const header = rows.includes(';') ? 'to;amount;comment' : 'to,amount,comment'
  const message = 'may hold other rows: check its quotes'
  const flaws = csvRows(`${header}\n${rows}`).rows.map((row) => row.flaws ?? [])
  expect(flaws).toEqual(columns.map((of) => of.map((column) => ({ column, message, reason: 'quotes' }))))
})

test.each([
  ['an address over two lines is one cell', '"Acme, Inc.\n1 Main Street",A,1,x,y', []],
  ['of which quotes are closed in the same column of the next row', '"5,A,1,x,y\n6",B,2,x,y', ['branch']],
  ['in a later column', '"5,A,1,x,y\n6,B",2,x,y', ['branch']],
  ['in an earlier one', '6,A,1,"5,y\n7,B",2,,', ['comment']],
])('what stands in a cell of a wide table: %s', (_, row, columns) => {
  const { rows } = csvRows(`branch,to,amount,comment,more\n${row}\n`)
  expect(rows[0]?.flaws ?? []).toEqual(
    columns.map((column) => ({ column, message: 'may hold other rows: check its quotes', reason: 'quotes' })),
  )
})
