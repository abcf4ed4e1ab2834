import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textIn } from '#shared/files/text-file.ts'
import { BATCH_ROWS_MAX } from '#shared/limits.ts'
import { repeated } from '../../testing/how-often.ts'
import { addressOf } from '../batches-fixture.ts'
import { csvRows } from './csv.ts'
import { anyFile } from './files-fixture.ts'
import { pain001Rows as pain001RowsAt } from './pain001.ts'

const pain001Rows = (text: string) => pain001RowsAt(text, Date.UTC(2026, 9, 15))
const sample = (name: string) => textIn(readFileSync(new URL(`./samples/${name}`, import.meta.url)))
const refusedOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as { details: { path: string; message: string }[] }).details[0]
  }
  return undefined
}

describe('a file of', () => {
  test('payroll software: semicolons, a byte order mark, CRLF, quotes', () => {
    const { rows, columns } = csvRows(sample('payroll-de.csv'))
    expect(columns).toEqual({
      ...{ externalId: 'Personalnummer', name: 'Mitarbeiter', amount: 'Betrag', to: 'Adresse' },
      memo: 'Verwendungszweck',
    })
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
    expect(rows[0]?.fields).toEqual({
      ...{ externalId: '1001', name: 'Müller; Jörg', amount: '1250.50', to: addressOf(1) },
      memo: 'Gehalt "Oktober"',
    })
  })

  test('accounting software: commas, another order, a line break in a cell, an empty line, a cell too many', () => {
    const { rows } = csvRows(sample('accounting-us.csv'))
    expect(rows.map(({ line, fields: { externalId, amount } }) => [line, externalId, amount])).toEqual([
      [2, 'INV-1', '100.25'],
      [4, 'INV-2', '2,000.00'],
      [5, 'INV-3', '12.5'],
      [6, 'INV-4', '3'],
    ])
    expect(rows[0]?.fields.memo).toBe('two\nlines')
    // What a table had neutralised is the text again.
    expect(rows[2]?.fields.memo).toBe('=SUM(A1)')
    expect(rows[3]?.flaws).toEqual([
      { column: '', message: expect.stringContaining('has 7 cells, and the header 6'), reason: 'cells' },
    ])
  })

  test('a spreadsheet: tabs, accents in the header, a row of nothing', () => {
    const { rows } = csvRows(sample('spreadsheet-fr.csv'))
    expect(rows.map(({ fields }) => fields.amount)).toEqual(['10', '20.123456', '20.1234567'])
    expect(rows[0]?.fields).toMatchObject({ name: 'Zoé', externalId: 'F-1', memo: 'loyer', to: addressOf(21) })
  })

  test('payroll software that speaks ISO 20022', () => {
    const { rows, messageId } = pain001Rows(sample('payroll.xml'))
    expect(messageId).toBe('MSG-2026-10')
    expect(rows[0]).toEqual({
      line: 7,
      fields: {
        ...{ externalId: 'SAL-1', amount: '1500.00', name: 'Müller & Söhne', to: addressOf(31) },
        ...{ memo: 'October', walletId: 'WALLET' },
      },
    })
    expect(rows[1]?.fields).not.toHaveProperty('externalId')
    expect(rows[2]?.flaws).toEqual([{ column: 'InstdAmt/@Ccy', message: 'must be USD', reason: 'currency' }])
    expect(rows[3]?.flaws).toMatchObject([{ column: 'CdtrAcct/Id/IBAN' }])
  })

  test('another one, with prefixes and an older version', () => {
    const { rows } = pain001Rows(sample('erp-prefixed.xml'))
    expect(rows.map(({ fields }) => [fields.externalId, fields.amount, fields.name])).toEqual([
      ['E-1', '7.5', 'A & B'],
      ['E-2', '0.0000001', 'C'],
    ])
  })
})

describe('quotes that do not match are told by row and column, and take no other row along where they end', () => {
  const table = (row: string, separator: string) =>
    ['name;amount;to', 'Ada;1;0x1', row, 'Eve;3;0x3'].join('\r\n').replaceAll(';', separator)
  test.each([
    ['in the first cell', '"Bob"x;2;0x2', ';', 'name'],
    ['in the middle, of an amount', 'Bob;"2"2";0x2', ';', 'amount'],
    ['in the last cell', 'Bob;2;"0x"2"', '\t', 'to'],
    ['behind a cell with the separator in it', '"Bob; the builder";"2"2";0x2', ';', 'amount'],
    ['behind a cell of two lines', '"Bob\r\nthe builder","2"2",0x2', ',', 'amount'],
  ])('%s', (_, row, separator, column) => {
    const { rows } = csvRows(table(row, separator))
    expect(rows.map(({ flaws }) => flaws)).toEqual([
      ...[undefined, [{ column, message: 'has quotes that do not match', reason: 'quotes' }], undefined].slice(
        0,
        rows.length,
      ),
    ])
    expect(rows[1]?.line).toBe(3)
  })

  test('one that is never closed takes the rest, and says where it begins', () => {
    const { rows } = csvRows(table('Bob;"2;0x2', ';'))
    expect(rows.map(({ line, flaws = [] }) => [line, flaws[0]?.column])).toEqual([
      ...[
        [2, undefined],
        [3, 'amount'],
      ],
    ])
  })

  test('ten thousand of them take no longer than they are many', () => {
    const begun = performance.now()
    const { rows } = csvRows(`amount,to\n${'"1"2",0x1\n'.repeat(BATCH_ROWS_MAX)}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

describe('a file is refused as a whole', () => {
  const header = 'amount,to\n'
  test.each([
    ['that is empty', '', 'csv', /is empty/],
    ['of a header alone', header, 'csv', /no row/],
    ['without an amount', 'to\n0x1\n', 'columns.amount', /no column is known as the amount.*"to"/],
    ['without a receiver', 'amount\n1\n', 'columns.to', /address to pay to/],
    ['that is no text', 'amount,to\n\0,0x1\n', 'csv', /NUL/],
    ['with too many rows', header + '1,0x1\n'.repeat(BATCH_ROWS_MAX + 1), 'csv', /more than 10000 rows/],
  ])('%s', (_, text, path, message) => {
    expect(refusedOf(() => csvRows(text))).toMatchObject({ path, message: expect.stringMatching(message) })
  })

  test('whose chosen column is not there', () => {
    expect(refusedOf(() => csvRows('a,b\n1,2\n', { amount: 'c', to: 'b' }))).toMatchObject({
      path: 'columns.amount',
      message: 'there is no column "c" in the header',
    })
  })

  const document = (inner: string, type = '') =>
    `<?xml version="1.0"?>${type}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${inner}</Document>`
  const paid = (amount: string) => `<CdtTrfTxInf><Amt><InstdAmt Ccy="USD">${amount}</InstdAmt></Amt></CdtTrfTxInf>`

  test('not where its counts and sums are right, to the last decimal, or an amount is none, which is said of its row', () => {
    const whole = (sum: string, amounts: string[]) =>
      document(
        `<GrpHdr><NbOfTxs>${amounts.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum></GrpHdr><PmtInf>${amounts.map(paid).join('')}</PmtInf>`,
      )
    expect(pain001Rows(whole('0.30', ['0.1', '0.2'])).rows).toHaveLength(2)
    expect(pain001Rows(whole('90071992547409930.000001', ['90071992547409930', '0.000001'])).rows).toHaveLength(2)
    expect(pain001Rows(whole('1', ['1,5', '7'])).rows).toHaveLength(2)
  })

  test.each([
    ['that is no XML', 'x', /cannot be read as XML/],
    ['that breaks off', document('<a>'), /cannot be read as XML/],
    ['of another kind', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>', /no pain.001/],
    ['that declares entities', document('&a;', '<!DOCTYPE a [<!ENTITY a "b">]>'), /document type/],
    ['with an entity that nobody declared', document('<a>&a;</a>'), /cannot be read as XML/],
    ['without a payment', document(''), /has no payment/],
    ['that is nested deep', document('<a>'.repeat(50) + '</a>'.repeat(50)), /nested too deep/],
    [
      'with fewer payments than it says',
      document('<GrpHdr><NbOfTxs>2</NbOfTxs></GrpHdr><CdtTrfTxInf></CdtTrfTxInf>'),
      /says "2" payments \(NbOfTxs\), and has 1/,
    ],
    [
      'whose blocks have fewer than they say',
      document('\n<PmtInf><NbOfTxs>2</NbOfTxs><CdtTrfTxInf></CdtTrfTxInf></PmtInf>'),
      /says "2" payments of the block \(PmtInf\) in line 2 \(NbOfTxs\), and has 1/,
    ],
    [
      'with a count that is none',
      document(`<GrpHdr><NbOfTxs>one</NbOfTxs></GrpHdr>${paid('1')}`),
      /says "one" payments/,
    ],
    [
      'whose amounts come to another sum',
      document(`<GrpHdr><CtrlSum>10.30</CtrlSum></GrpHdr>${paid('0.1')}${paid('10.1')}`),
      /says the sum "10.30" \(CtrlSum\), and its amounts come to 10\.2$/,
    ],
    [
      'whose block comes to another sum',
      document(`<PmtInf><CtrlSum>1</CtrlSum>${paid('1.000001')}</PmtInf>`),
      /says the sum "1" of the block \(PmtInf\) in line 1 \(CtrlSum\), and its amounts come to 1\.000001$/,
    ],
    [
      'with a sum that is none',
      document(`<GrpHdr><CtrlSum>1,00</CtrlSum></GrpHdr>${paid('1')}`),
      /says the sum "1,00"/,
    ],
    [
      'that says it is in another encoding',
      `<?xml version="1.0" encoding="ISO-8859-1"?><Document xmlns="urn:x:pain.001.001.09"><a>é</a></Document>`,
      /says that it is in ISO-8859-1, and is read as UTF-8/,
    ],
  ])('%s (XML)', (_, text, message) => {
    expect(refusedOf(() => pain001Rows(text))).toMatchObject({
      path: 'pain001',
      message: expect.stringMatching(message),
    })
  })
})

test.each([
  ['with a byte order mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
  ['without', [0x61], 'a'],
])('UTF-8 %s is read', (_, bytes, text) => {
  expect(textIn(Uint8Array.from(bytes))).toBe(text)
})

test.each([
  ['UTF-16', [0xff, 0xfe, 0x61, 0], /^is UTF-16: save it as UTF-8/],
  ['UTF-16 of the other order', [0xfe, 0xff, 0, 0x61], /^is UTF-16: /],
  ['UTF-16 without a byte order mark', [...Buffer.from('amount;to', 'utf16le')], /^is UTF-16: /],
  ['UTF-16 of the other order without one', [...Buffer.from('<a/>', 'utf16le').swap16()], /^is UTF-16: /],
  ['Windows-1252', [...Buffer.from('a\nb\nM'), 0xfc, ...Buffer.from('ller\n')], /line 3, character 2 shows/],
  ['Windows-1252 with a euro sign', [...Buffer.from('Müller;5'), 0x80], /line 1, character 9 shows/],
  ['UTF-8 with a byte order mark that breaks off', [0xef, 0xbb, 0xbf, 0x61, 0x0a, 0xc3], /line 2, character 1 shows/],
])('%s is refused by name', (_, bytes, message) => {
  expect(() => textIn(Uint8Array.from(bytes as number[]))).toThrow(message)
})

test('whatever a file holds, it has rows or is refused by name', () => {
  let read = 0
  fc.assert(
    fc.property(anyFile, (text) => {
      try {
        read += (text.startsWith('<') ? pain001Rows(text) : csvRows(text)).rows.length
      } catch (error) {
        expect(error).toMatchObject({ code: 'validation_error' })
      }
    }),
    { numRuns: repeated(10_000) },
  )
  expect(read).toBeGreaterThan(100)
})
