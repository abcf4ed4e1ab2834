import { describe, expect, test } from 'vitest'
import { groupsOf, looksLike, readAddress } from './address-rules.ts'
import { checksumOf } from './checksum.ts'

const payee = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const sender = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

describe('a typed address', () => {
  test.each([payee, payee.toLowerCase(), `  ${payee}\n`])('%j is the payee', (typed) => {
    expect(readAddress(typed, sender, checksumOf)).toEqual({ address: payee })
  })

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['ada.eth', 'not_an_address'],
    [payee.slice(2), 'not_an_address'],
    [`0x${'g'.repeat(40)}`, 'not_an_address'],
    [payee.slice(0, -1), 'too_short'],
    [`${payee}0`, 'too_long'],
    ['9'.repeat(10_000), 'not_an_address'],
    [payee.replace('aA', 'Aa'), 'checksum'],
    [`0x${payee.slice(2).toUpperCase()}`, 'checksum'],
    [`0x${'0'.repeat(40)}`, 'zero'],
    [sender, 'self'],
    [sender.toLowerCase(), 'self'],
  ])('%j is refused: %s', (typed, flaw) => {
    expect(readAddress(typed, sender, checksumOf)).toEqual({ flaw })
  })

  test('may be any while no sender is chosen', () => {
    expect(readAddress(sender, undefined, checksumOf)).toEqual({ address: sender })
  })
})

test('an address falls into groups of four, and joins to itself again', () => {
  expect(groupsOf(payee)).toEqual([
    '0x',
    '5aAe',
    'b605',
    '3F3E',
    '94C9',
    'b9A0',
    '9f33',
    '6694',
    '35E7',
    'Ef1B',
    'eAed',
  ])
  expect(groupsOf(payee).join('')).toBe(payee)
})

test.each([
  ['another one with the same ends', `0x5aae${'1'.repeat(32)}eAeD`, true],
  ['itself', payee, false],
  ['itself in lower case', payee.toLowerCase(), false],
  ['one with the same beginning', `0x5aae${'1'.repeat(36)}`, false],
  ['one with the same end', `0x${'1'.repeat(36)}eAed`, false],
])('%s', (_, other, expected) => {
  expect(looksLike(payee, other)).toBe(expected)
})
