import { describe, expect, test } from 'vitest'
import type { Check, NotaVerification } from '#shared/model/nota.ts'
import { triple } from '../../testing/fixtures.ts'
import { checksumOf } from '../../ui/addresses/checksum.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { freshSend, type SendDraft } from './draft.ts'
import { type CardReading, fixedBy, payeeOf, type SendWorld, sendOrder } from './model.ts'

const payee = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const from = triple({ wallet: { id: 'w1', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', label: 'Mine' } })
const other = triple({ wallet: { id: 'w2', address: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', label: 'Other' } })

const check = (name: string, result: Check['result']): Check => ({ name, result, detail: '' })
const card = (part: Partial<NotaVerification> = {}, address = payee): NotaVerification =>
  ({
    type: 'address-card',
    subject: { address, chainId: 1, network: 'offline', label: 'Ada' },
    issuedAt: '2027-01-31T12:00:00.000Z',
    issuer: { fingerprint: 'f', trust: 'this_gateway' },
    valid: true,
    checks: [check('wallet_signature', 'passed')],
    ...part,
  }) as NotaVerification

const bob: SeenContact = {
  id: 'c1',
  name: 'Bob',
  address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  verified: true,
  carded: true,
  note: null,
}
const third = triple({ wallet: { id: 'w3', address: `0x${'3'.repeat(40)}` } })
const world = (said: CardReading = { is: 'ready', value: undefined }): SendWorld => ({
  from,
  all: [from, other],
  card: said,
  contacts: [bob],
  spell: checksumOf,
})
const draft = (part: Partial<SendDraft>): SendDraft => ({ ...freshSend, ...part })
const nota = { name: 'card.nota', text: 'eyJ.abc.def' }

describe('who is paid', () => {
  test.each([
    [
      'an address',
      draft({ address: payee.toLowerCase() }),
      world(),
      { address: payee, label: null, own: false, signer: undefined, destination: { is: 'address', address: payee } },
    ],
    [
      'a contact',
      draft({ kind: 'contact', contactId: 'c1' }),
      world(),
      {
        address: bob.address,
        label: 'Bob',
        own: false,
        contact: 'verified',
        destination: { is: 'address', address: bob.address },
      },
    ],
    [
      'the address of a contact',
      draft({ address: bob.address.toLowerCase() }),
      world(),
      { address: bob.address, label: 'Bob', contact: 'verified' },
    ],
    [
      'the card of a contact, by the name that it has here',
      draft({ kind: 'nota', nota }),
      world({ is: 'ready', value: card({}, bob.address) }),
      { address: bob.address, label: 'Bob', contact: 'verified', signer: 'wallet' },
    ],
    [
      'the address of an own wallet',
      draft({ address: other.wallet.address }),
      world(),
      { address: other.wallet.address, label: 'Other', own: true },
    ],
    [
      'a card',
      draft({ kind: 'nota', nota }),
      world({ is: 'ready', value: card() }),
      {
        address: payee,
        label: 'Ada',
        own: false,
        signer: 'wallet',
        destination: { is: 'nota', nota: nota.text, address: payee },
      },
    ],
    [
      'the card of an own wallet, by the name that it has here',
      draft({ kind: 'nota', nota }),
      world({ is: 'ready', value: card({}, other.wallet.address) }),
      { address: other.wallet.address, label: 'Other', own: true },
    ],
    [
      'an own wallet',
      draft({ kind: 'wallet', toWalletId: 'w2' }),
      world(),
      { label: 'Other', own: true, destination: { is: 'wallet', walletId: 'w2', address: other.wallet.address } },
    ],
    [
      'the only other wallet, without a choice',
      draft({ kind: 'wallet' }),
      world(),
      { label: 'Other', own: true, destination: { is: 'wallet', walletId: 'w2', address: other.wallet.address } },
    ],
  ])('%s', (_, form, context, expected) => {
    expect(payeeOf(form, context)).toMatchObject({ payee: expected })
  })

  const watched = triple({ wallet: { id: 'w2', address: other.wallet.address, label: 'Ada B.', type: 'EXTERNAL' } })
  const spied: SendWorld = { ...world({ is: 'ready', value: card({}, watched.wallet.address) }), all: [from, watched] }
  const asContact = { ...bob, address: watched.wallet.address }

  test.each([
    ['its address', draft({ address: watched.wallet.address })],
    ['its card', draft({ kind: 'nota', nota })],
  ])('a watched wallet by %s is no own one, and a contact’s name goes before its label', (_, form) => {
    const { address } = watched.wallet
    expect(payeeOf(form, spied)).toMatchObject({ payee: { address, label: 'Ada B.', own: false } })
    expect(payeeOf(form, { ...spied, contacts: [asContact] })).toMatchObject({
      payee: { address, label: 'Bob', own: false, contact: 'verified' },
    })
  })

  test('a watched wallet without a label is called what its card says', () => {
    const bare = triple({ wallet: { ...watched.wallet, label: null } })
    const made = payeeOf(draft({ kind: 'nota', nota }), { ...spied, all: [from, bare] })
    expect(made).toMatchObject({ payee: { label: 'Ada', own: false, signer: 'wallet' } })
  })

  test.each([
    ['chosen in an older form', 'w2', [from, watched], { flaw: 'no_wallet' }],
    ['the only other one', null, [from, watched], { flaw: 'no_wallet' }],
    ['beside the only other own one', null, [from, watched, third], { payee: { label: null, own: true } }],
  ])('a watched wallet, %s, is not paid as an own one', (_, toWalletId, all, expected) => {
    expect(payeeOf(draft({ kind: 'wallet', toWalletId }), { ...world(), all })).toMatchObject(expected)
  })

  const failed = card({ valid: false, checks: [check('network', 'failed')] })
  const unproven = card({ valid: false, checks: [], issuer: { fingerprint: 'f', trust: 'unknown' } })
  const receipt = card({ type: 'receipt' } as Partial<NotaVerification>)
  const byCard = draft({ kind: 'nota', nota })
  test.each([
    ['nothing typed', draft({}), world(), 'empty'],
    ['a spelling that is wrong', draft({ address: payee.replace('aA', 'Aa') }), world(), 'checksum'],
    ['the zero address', draft({ address: `0x${'0'.repeat(40)}` }), world(), 'zero'],
    ['the sending wallet', draft({ address: from.wallet.address }), world(), 'self'],
    ['no card', draft({ kind: 'nota' }), world(), 'no_card'],
    ['a card that is still looked at', byCard, world({ is: 'waiting' }), 'card_waiting'],
    ['a card of which nothing is known', byCard, world(), 'card_waiting'],
    ['what is no nota', byCard, world({ is: 'refused' }), 'card_refused'],
    ['a receipt', byCard, world({ is: 'ready', value: receipt }), 'card_is_receipt'],
    ['a card with a failed check', byCard, world({ is: 'ready', value: failed }), 'card_broken'],
    ['a card of somebody unknown', byCard, world({ is: 'ready', value: unproven }), 'card_unproven'],
    ['a card of the sender', byCard, world({ is: 'ready', value: card({}, from.wallet.address) }), 'self'],
    ['no wallet, of several', draft({ kind: 'wallet' }), { ...world(), all: [from, other, third] }, 'no_wallet'],
    ['a wallet that is gone', draft({ kind: 'wallet', toWalletId: 'w9' }), world(), 'no_wallet'],
    ['the sending wallet itself', draft({ kind: 'wallet', toWalletId: 'w1' }), world(), 'self'],
  ])('nobody, by %s', (_, form, context, flaw) => {
    expect(payeeOf(form, context)).toEqual({ flaw })
  })
})

describe('the order', () => {
  test.each([
    ['confidential', true, 'cSTABLE'],
    ['public', false, 'STABLE'],
  ])('of a %s transfer', (_, confidential, token) => {
    const made = sendOrder(draft({ address: payee, amount: '1.50', confidential }), world())
    expect(made).toMatchObject({
      amount: '1.5',
      token,
      order: {
        verb: 'transfer',
        walletId: 'w1',
        amount: '1.5',
        token,
        destination: { is: 'address', address: payee },
      },
    })
  })

  test('is not made while anything is wrong, and all that is wrong is said at once', () => {
    expect(sendOrder(draft({}), world())).toEqual({ flaws: { to: 'empty', amount: 'empty' } })
    expect(sendOrder(draft({ address: payee, amount: '1e3' }), world())).toEqual({
      flaws: { amount: 'not_an_amount' },
    })
    expect(sendOrder(draft({ amount: '1' }), world())).toEqual({ flaws: { to: 'empty' } })
    const flaws = (amount: string, confidential: boolean) =>
      sendOrder(draft({ address: payee, amount, confidential }), world())
    expect(flaws('25.500001', true)).toEqual({ flaws: { amount: 'over_balance' } })
    expect(flaws('25.500001', false)).toHaveProperty('order')
    expect(flaws('100.000001', false)).toEqual({ flaws: { amount: 'over_balance' } })
  })
})

test('a review fixes the wallet that it names: one that comes later is not paid in its place', () => {
  const form = draft({ kind: 'wallet', amount: '1' })
  const made = sendOrder(form, world())
  if (!('payee' in made)) throw new Error('the draft has no payee')
  const reviewed = { ...form, ...fixedBy(made.payee) }
  expect(sendOrder(reviewed, { ...world(), all: [from, third] })).toEqual({ flaws: { to: 'no_wallet' } })
  expect(sendOrder(reviewed, { ...world(), all: [from, other, third] })).toEqual(made)
})
