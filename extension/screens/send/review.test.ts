import { expect, test } from 'vitest'
import { triple } from '../../testing/fixtures.ts'
import { GAS } from '../../ui/orders/fee.ts'
import { verdictWords } from '../../words/en/notas/verdict.ts'
import { orderWords, reviewWords } from '../../words/en/orders/order.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import type { Payee } from './model.ts'
import { reviewOf } from './review.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const from = triple({ wallet: { label: 'Mine' } })
const payee = (part: Partial<Payee>): Payee => ({
  address,
  label: null,
  own: false,
  signer: undefined,
  destination: { is: 'address', address },
  ...part,
})
const lines = (part: Partial<Payee>, confidential = true) =>
  reviewOf({ from, payee: payee(part), amount: '1.5', token: 'cSTABLE', confidential })

test('says amount, both parties in full, gas, and what everybody sees', () => {
  expect(lines({})).toEqual([
    { name: orderWords.fields.amount, is: 'amount', amount: '1.5', token: 'cSTABLE' },
    { name: sendWords.from, is: 'party', label: 'Mine', address: from.wallet.address },
    { name: sendWords.to, is: 'party', label: null, address },
    { name: orderWords.fee, is: 'fee', units: GAS.confidential, has: '0.05' },
    { name: reviewWords.ledger, is: 'text', text: sendWords.hidden },
  ])
})

test.each([
  ['an own wallet', { own: true, label: 'Other' }, { label: 'Other', note: sendWords.ownWallet }],
  [
    'a card that its wallet signed',
    { signer: 'wallet', label: 'Ada' },
    { label: 'Ada', note: sendWords.byCard(verdictWords.signers.wallet) },
  ],
] as const)('says of %s where its name comes from', (_, part, expected) => {
  expect(lines(part)).toContainEqual({ name: sendWords.to, is: 'party', address, ...expected })
})

test('a public transfer is said to be one, and takes less gas', () => {
  expect(lines({}, false)).toContainEqual({ name: orderWords.fee, is: 'fee', units: GAS.normal, has: '0.05' })
  expect(lines({}, false)).toContainEqual({ name: reviewWords.ledger, is: 'text', text: sendWords.open })
})
