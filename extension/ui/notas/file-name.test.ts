import { expect, test } from 'vitest'
import { fileName } from './file-name.ts'

test.each([
  ['sotto-receipt-cmb1x', 'nota', 'sotto-receipt-cmb1x.nota'],
  ['card.nota', 'nota', 'card.nota'],
  ['Card of Ada.NOTA', 'nota', 'Card of Ada.nota'],
  ['../../etc/passwd', 'nota', '-..-etc-passwd.nota'],
  ['a:b*c?"<>|\\d', 'csv', 'a-b-c------d.csv'],
  ['\u202e...', 'nota', 'sotto.nota'],
  ['', 'csv', 'sotto.csv'],
  ['n'.repeat(10_000), 'nota', `${'n'.repeat(79)}.nota`],
])('%j as a file of kind %s is named %s', (text, extension, expected) => {
  expect(fileName(text, extension)).toBe(expected)
})
