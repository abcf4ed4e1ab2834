import { expect, test } from 'vitest'
import * as words from '../../words/en.ts'
import { triple } from '../fixtures.ts'
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
    { name: words.order.fields.amount, is: 'amount', amount: '1.5', token: 'cSTABLE' },
    { name: words.send.from, is: 'party', label: 'Mine', address: from.wallet.address },
    { name: words.send.to, is: 'party', label: null, address },
    { name: words.order.gas, is: 'text', text: words.order.gasOf('0.05') },
    { name: words.review.ledger, is: 'text', text: words.send.hidden },
  ])
})

test.each([
  ['an own wallet', { own: true, label: 'Other' }, { label: 'Other', note: words.send.ownWallet }],
  [
    'a card that its wallet signed',
    { signer: 'wallet', label: 'Ada' },
    { label: 'Ada', note: words.send.byCard(words.verdict.signers.wallet) },
  ],
] as const)('says of %s where its name comes from', (_, part, expected) => {
  expect(lines(part)).toContainEqual({ name: words.send.to, is: 'party', address, ...expected })
})

test('a public transfer is said to be one', () => {
  expect(lines({}, false)).toContainEqual({ name: words.review.ledger, is: 'text', text: words.send.open })
})
