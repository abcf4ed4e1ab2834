import { describe, expect, test } from 'vitest'
import { NotUtf8 } from '#shared/files/text-file.ts'
import { BATCH_BYTES_MAX } from '#shared/limits.ts'
import { headerOf, readBatchFile } from './file.ts'

test.each([
  ['amount,to\n1,0x', ['amount', 'to']],
  ['\r\n  \r\nBetrag;Adresse;"Zweck; kurz"\r\n', ['Betrag', 'Adresse', 'Zweck; kurz']],
  ['Montant\tAdresse', ['Montant', 'Adresse']],
  ['sep=|\namount|to|to\n', ['amount', 'to']],
  ['"say ""how much""",to', ['say "how much"', 'to']],
  [' amount , ,to ', ['amount', 'to']],
  ['', []],
])('the columns of %j are %j', (text, header) => {
  expect(headerOf(text)).toEqual(header)
})

test('a header without end has no more columns than can be chosen among', () => {
  expect(headerOf(Array.from({ length: 400 }, (_, at) => `c${at}`).join())).toHaveLength(100)
})

describe('a file', () => {
  const file = (content: BlobPart, name = 'payroll.csv') => new File([content], name)

  test('is a table, or a document by its first bracket', async () => {
    expect(await readBatchFile([file('\uFEFFamount,to\n1,0x1')])).toEqual({
      file: { name: 'payroll.csv', kind: 'csv', text: 'amount,to\n1,0x1', header: ['amount', 'to'] },
    })
    expect(await readBatchFile([file('  <Document/>', 'pain\u202e.xml')])).toMatchObject({
      file: { name: 'pain .xml', kind: 'pain001', header: [] },
    })
  })

  test.each([
    ['nothing', [], 'empty'],
    ['blanks', [file(' \n ')], 'empty'],
    ['two', [file('a'), file('b')], 'several'],
    ['too much', [file(new Uint8Array(BATCH_BYTES_MAX + 1))], 'too_large'],
  ] as const)('of %s is refused as %s', async (_, files, flaw) => {
    expect(await readBatchFile(files)).toEqual({ flaw })
  })

  test('in another encoding is refused by the place that shows it, and not guessed', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode('amount,to\nM'), 0xfc])
    await expect(readBatchFile([file(latin)])).rejects.toThrow(NotUtf8)
    await expect(readBatchFile([file(latin)])).rejects.toThrow('line 2, character 2')
  })
})
