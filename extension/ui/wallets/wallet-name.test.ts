import { expect, test } from 'vitest'
import { wallet } from '../../testing/fixtures.ts'
import { walletLine, walletName } from './wallet-name.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.each([
  ['Savings', 'Savings', 'Savings · 0x5aAeb6…\u20601BeAed'],
  [null, '0x5aAeb6…\u20601BeAed', '0x5aAeb6…\u20601BeAed'],
  ['\u202e \u200b', '0x5aAeb6…\u20601BeAed', '0x5aAeb6…\u20601BeAed'],
  ['y'.repeat(500), `${'y'.repeat(39)}…`, `${'y'.repeat(39)}… · 0x5aAeb6…\u20601BeAed`],
])('a wallet labelled %j', (label, name, line) => {
  expect(walletName(wallet({ label, address }))).toBe(name)
  expect(walletLine(wallet({ label, address }))).toBe(line)
})
