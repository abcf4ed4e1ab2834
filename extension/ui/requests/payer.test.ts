import { expect, test } from 'vitest'
import type { WalletBalances } from '#shared/model/balances.ts'
import { payerOf } from './payer.ts'

const wallet = (id: string, hidden: string | null, type = 'CUSTODIAL') =>
  ({
    wallet: { id, type, isPrimary: id === 'w1', address: `0x${id}`, label: null },
    normal: { token: 'STABLE', amount: '5' },
    confidential: { token: 'cSTABLE', amount: hidden },
  }) as unknown as WalletBalances
const asks = (open: string | null, token = 'cSTABLE') => ({ open, verdict: { subject: { token } } }) as never
const all = [wallet('w1', '30'), wallet('w2', '1')]

test.each([
  ['the primary wallet', asks('28'), all, undefined, '', { is: 'ready', amount: '28', afterwards: '2' }],
  ['the wallet that was chosen', asks('28'), all, 'w2', '', { is: 'short', amount: null }],
  ['a wallet that was chosen and is gone', asks('28'), [wallet('w1', '30')], 'w2', '', { is: 'gone' }],
  ['in public', asks('2', 'STABLE'), all, undefined, '', { is: 'ready', source: 'normal', afterwards: '3' }],
  [
    'an amount that the payer chooses',
    asks(null),
    all,
    undefined,
    '7.5',
    { is: 'ready', amount: '7.5', afterwards: '22.5' },
  ],
  ['an amount that is not chosen yet', asks(null), all, undefined, '', { is: 'ready', amount: null, flaw: 'empty' }],
  ['from a sealed balance', asks('28'), [wallet('w1', null)], undefined, '', { is: 'ready', afterwards: null }],
  ['a token that is not here', asks('28', 'GOLD'), all, undefined, '', { is: 'token' }],
  ['with watched wallets alone', asks('28'), [wallet('w1', '30', 'EXTERNAL')], undefined, '', { is: 'none' }],
] as const)('%s', (_, request, list, wished, typed, expected) => {
  expect(payerOf(request, list, wished, typed)).toMatchObject(expected)
})

test.each([
  ['which is here', 'w2', { is: 'short', from: all[1] }],
  ['which is gone', 'w3', { is: 'ready', from: all[0] }],
])('as nothing was chosen, the wallet that paid before, %s, is no more than a default', (_, usual, expected) => {
  expect(payerOf(asks('28'), all, undefined, '', usual)).toMatchObject(expected)
})
