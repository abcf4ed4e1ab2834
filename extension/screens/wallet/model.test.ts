import { expect, test } from 'vitest'
import type { Wallet } from '#shared/model/wallet.ts'
import { profile, wallet } from '../../testing/fixtures.ts'
import { keyFileName, labelOf, walletActionsOf } from './model.ts'

const all = { ...profile().key, scopes: ['read', 'manage', 'pay'] as ('read' | 'manage' | 'pay')[] }

test.each<[string, Partial<Wallet>, Partial<typeof all>, string]>([
  ['the primary wallet', { isPrimary: true }, {}, 'rename export'],
  ['another wallet of the gateway', { isPrimary: false }, {}, 'rename primary export'],
  ['a wallet that is only watched', { isPrimary: false, type: 'EXTERNAL' }, {}, 'rename primary remove'],
  ['with a key that may only read', { isPrimary: false }, { scopes: ['read'] }, 'export'],
  ['with a key for this wallet alone', { isPrimary: false }, { walletIds: ['w1'] }, 'rename export'],
])('%s', (_, it, key, deeds) => {
  expect(walletActionsOf(wallet(it), { key: { ...all, ...key } }).join(' ')).toBe(deeds)
})

test.each([
  ['  Savings ', 'Savings'],
  ['   ', null],
  ['', null],
])('the label %j is sent as %j', (typed, label) => {
  expect(labelOf(typed)).toBe(label)
})

test('the file of a key is named after its address', () => {
  expect(keyFileName(`0xABCDEF${'0'.repeat(34)}`)).toBe('sotto-key-0xabcdef00.json')
})
