import { describe, expect, test } from 'vitest'
import { cell } from '#shared/files/csv.ts'
import { transaction, wallet } from '../../../testing/fixtures.ts'
import { csvOf } from './csv.ts'

describe('a cell', () => {
  test.each([
    ['plain', '"plain"'],
    ['', '""'],
    ['with, comma', '"with, comma"'],
    ['with "quotes"', '"with ""quotes"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("https://evil.example","Click")', `"'=HYPERLINK(""https://evil.example"",""Click"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['＝1', `"'＝1"`],
    ['a=1', '"a=1"'],
    ['18446744073709.551615', '"18446744073709.551615"'],
  ])('%j is written %s', (value, expected) => {
    expect(cell(value)).toBe(expected)
  })
})

describe('the table', () => {
  const row = transaction({ amount: '0.000001', externalId: '=cmd', error: 'It said "no", twice' })
  const [head = '', first = '', ...rest] = csvOf([row], [wallet({ label: '-Savings' })]).split('\r\n')

  test('has a name for every column, and a line end after every row', () => {
    expect(head.split(',')).toHaveLength(22)
    expect(rest).toEqual([''])
  })

  test('says each value as text, with the wallet by name', () => {
    expect(first).toContain('"0.000001","cSTABLE","w1","\'-Savings"')
    expect(first).toContain('"\'=cmd","","It said ""no"", twice"')
  })

  test('leaves empty what is not known', () => {
    expect(csvOf([transaction({ walletId: 'gone' })], [])).toContain(
      '"gone","","","","","","","","","","","","",""\r\n',
    )
  })

  test('says which way the money went, who paid, and nothing where the amount is not known', () => {
    const from = `0x${'b'.repeat(40)}`
    const came = transaction({ type: 'RECEIVE', amount: null, waitingFor: 'amount', from, to: wallet().address })
    const [, sent = '', received = ''] = csvOf([row, came], [wallet()]).split('\r\n')
    expect(sent).toContain('"out","TRANSFER","SETTLED","0.000001"')
    expect(received).toContain('"in","RECEIVE","SETTLED","","cSTABLE"')
    expect(received).toContain(`"${from}","${wallet().address}","","","","","","amount"`)
  })

  test('names whom it was with, and has the note; neither is ever calculated', () => {
    const paid = transaction({ to: `0x${'B'.repeat(40)}`, note: '@SUM(A1)', externalId: null })
    const names = [{ address: `0x${'b'.repeat(40)}`, name: '=HYPERLINK("https://evil.example")' }]
    const [, row = ''] = csvOf([paid], [wallet()], names).split('\r\n')
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(row).toContain(`"'@SUM(A1)"`)
    expect(csvOf([transaction({ type: 'MINT', to: names[0]?.address ?? '' })], [], names)).not.toContain('HYPERLINK')
  })

  test('of nothing is its head alone', () => {
    expect(csvOf([], [])).toBe(`${head}\r\n`)
  })

  test('has what both transactions of a redeem took in gas', () => {
    const fees = { gasFee: '0.00042', settlementGasFee: '0.000007' }
    const paid = transaction({ type: 'REDEEM', txHash: '0x1', settlementTxHash: '0x2', ...fees })
    const [, row = ''] = csvOf([paid], []).split('\r\n')
    expect(row).toContain('"0x1","0x2","0.00042","0.000007"')
  })
})
