import { describe, expect, test } from 'vitest'
import { walletKeys } from '../../chain/live/wallet-keys.ts'
import { forge, headerOf, newForger } from '../../testing/nota-fixture.ts'
import { printable, printableLine } from '../../world/printable.ts'
import { openNota } from './open-nota.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const address = walletKeys.create().address

const receipt = (token: string) => ({
  v: 1,
  iat: 1_700_000_000,
  chainId: 11155111,
  network: 'offline',
  type: 'TRANSFER',
  status: 'SETTLED',
  token,
  stable: address,
  cstable: address,
  from: address,
  to: address,
  amount: '1',
  amountSource: 'chain',
  handle: null,
  legs: [
    {
      kind: 'transfer',
      txHash: `0x${'1'.repeat(64)}`,
      block: 1,
      blockHash: `0x${'2'.repeat(64)}`,
      time: 1_700_000_000,
      outcome: 'success',
    },
  ],
})

describe('a nota cannot write over the verdict about it', () => {
  test.each([
    ['terminal escapes', '\u001b[2J\u001b[H valid'],
    ['a line break', 'cSTABLE\nvalid: the issuer is this gateway'],
    ['a turn of direction', 'cSTABLE\u202edilav'],
    ['what nobody sees', 'cSTA\u200bBLE'],
    ['only spaces', '   '],
  ])('a token of %s is refused', async (_, token) => {
    const forger = newForger()
    const nota = forge(forger, headerOf(forger, 'receipt'), receipt(token))
    await expect(openNota(nota, NOW, walletKeys)).rejects.toMatchObject({ details: { reason: 'malformed_content' } })
  })

  test.each(['\u202eevil', 'a\u0007', '\u200bx', '\u2066x'])('a label with %j is refused', async (label) => {
    const forger = newForger()
    const card = { v: 1, iat: 1_700_000_000, address, chainId: 11155111, network: 'offline', label }
    const nota = forge(forger, headerOf(forger, 'address-card'), card)
    await expect(openNota(nota, NOW, walletKeys)).rejects.toMatchObject({ details: { reason: 'malformed_content' } })
  })
})

test('what a terminal shows is what stands there', () => {
  expect(printable('\u001b[31mred\u202e\nnext')).toBe('\\u{1b}[31mred\\u{202e}\nnext')
  expect(printableLine('one\r\ntwo')).toBe('one\\u{d}\\u{a}two')
  expect(printable('Grüße, 日本, ☕')).toBe('Grüße, 日本, ☕')
})
