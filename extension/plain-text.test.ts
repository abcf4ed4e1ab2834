import { expect, test } from 'vitest'
import { plainLine } from './plain-text.ts'

test.each([
  ['Savings', 'Savings'],
  ['  two   words \n here ', 'two words here'],
  ['pay\u202egnp.exe', 'pay gnp.exe'],
  ['\u2067right to left\u2069', 'right to left'],
  ['\u0000\u200b', ''],
  ['x'.repeat(10_000), `${'x'.repeat(59)}…`],
  ['👩‍👩‍👧'.repeat(40), `${Array.from('👩‍👩‍👧'.repeat(40)).slice(0, 59).join('')}…`],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('%j reads %j', (text, expected) => {
  expect(plainLine(text)).toBe(expected)
})
