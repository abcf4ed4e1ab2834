import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textIn } from '#shared/files/text-file.ts'
import { BATCH_ROWS_MAX } from '#shared/limits.ts'
import { repeated } from '../../testing/how-often.ts'
import { addressOf } from '../batches-fixture.ts'
import { csvRows } from './csv.ts'
import { anyFile } from './files-fixture.ts'
import { pain001Rows } from './pain001.ts'

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
    expect(rows[3]?.flaws).toEqual([{ column: '', message: expect.stringContaining('has 7 cells, and the header 6') }])
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
    expect(rows[2]?.flaws).toEqual([{ column: 'InstdAmt/@Ccy', message: 'must be USD' }])
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
      /has 2 payments \(NbOfTxs\), and has 1/,
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
  ['UTF-16', [0xff, 0xfe, 0x61, 0], /UTF-16/],
  ['Latin-1', [...Buffer.from('a\nb\nM'), 0xfc, ...Buffer.from('ller\n')], /line 3/],
])('%s is refused by name', (_, bytes, message) => {
  expect(() => textIn(Uint8Array.from(bytes))).toThrow(message)
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
