import { expect, test } from 'vitest'
import type { OpenIntent, Order } from '../../intents/intent.ts'
import { WalletDraft } from '../../ui/orders/wallet-order.ts'
import { SendDraft } from '../send/draft.ts'
import { refilled } from './again.ts'

const address = `0x${'b'.repeat(40)}`
const flaw = { code: 'validation_error', message: '', details: [{ path: 'amount', message: 'is more than 5' }] }
const intent = (order: Order, failure: OpenIntent['failure'] = null) =>
  ({ profileId: 'p1', order, failure, state: 'refused' }) as OpenIntent
const transfer = (destination: Extract<Order, { verb: 'transfer' }>['destination']): Order => ({
  verb: 'transfer',
  walletId: 'w1',
  amount: '7',
  token: 'cSTABLE',
  destination,
})

test.each([
  ['an address', transfer({ is: 'address', address }), { kind: 'address', address }],
  [
    'a card',
    transfer({ is: 'nota', nota: 'eyJ', address }),
    { kind: 'nota', nota: { name: 'Address card', text: 'eyJ' } },
  ],
  ['an own wallet', transfer({ is: 'wallet', walletId: 'w2', address }), { kind: 'wallet', toWalletId: 'w2' }],
])('a transfer to %s fills its form', (_, order, expected) => {
  const { route, name, draft } = refilled(intent(order), true)
  expect({ route, name }).toEqual({ route: 'send', name: 'send p1 ' })
  expect(SendDraft.parse(draft)).toMatchObject({ walletId: 'w1', amount: '7', confidential: true, ...expected })
})

test.each(['fund', 'mint', 'redeem'] as const)('a %s fills its own', (verb) => {
  const { route, name, draft } = refilled(intent({ verb, walletId: 'w1', amount: '7' }), false)
  expect({ route, name }).toEqual({ route: verb, name: `${verb} p1 ` })
  expect(WalletDraft.parse(draft)).toEqual({ walletId: 'w1', amount: '7', flaw: null, payment: null })
})

test('what the gateway found wrong stands at its field', () => {
  const expected = { field: 'amount', said: 'is more than 5' }
  for (const order of [transfer({ is: 'address', address }), { verb: 'mint', walletId: 'w1', amount: '7' } as const])
    expect(refilled(intent(order, flaw), true).draft).toMatchObject({ flaw: expected })
})
