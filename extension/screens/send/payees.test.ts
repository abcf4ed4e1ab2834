import { expect, test } from 'vitest'
import { transaction, triple } from '../../testing/fixtures.ts'
import { freshSend } from './draft.ts'
import { payeeOf } from './model.ts'
import { acquaintanceOf } from './payees.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const alike = `0x5aAe${'1'.repeat(32)}eAed`
const payee = { address, label: null, own: false }

test.each([
  ['a wallet of one’s own', { ...payee, own: true }, [], [], { is: 'own' }],
  ['somebody who was paid', payee, [transaction({ to: address.toLowerCase() })], [], { is: 'known' }],
  ['somebody who is being paid', payee, [transaction({ to: address, status: 'PENDING' })], [], { is: 'known' }],
  ['somebody whose payment failed', payee, [transaction({ to: address, status: 'FAILED' })], [], { is: 'new' }],
  ['the address of a faucet payment', payee, [transaction({ to: address, type: 'FUND' })], [], { is: 'new' }],
  ['nobody known', payee, [transaction({ to: `0x${'2'.repeat(40)}` })], [], { is: 'new' }],
  ['nobody, with nothing kept', payee, [], [], { is: 'new' }],
  ['one that looks like a payee', payee, [transaction({ to: alike })], [], { is: 'like', other: alike }],
  ['one that looks like an own wallet', payee, [], [alike], { is: 'like', other: alike }],
  [
    'a payee whom another one looks like',
    payee,
    [transaction({ to: alike }), transaction({ to: address })],
    [],
    { is: 'known' },
  ],
])('%s', (_, whom, transactions, own, expected) => {
  expect(acquaintanceOf(whom, transactions, own)).toEqual(expected)
})

const contact = (at: string) => ({ id: 'c1', name: 'Ada', address: at, verified: false, carded: false, note: null })

test('a contact is no proof: until it was paid it is new, and one that looks like another is told so', () => {
  const ada = { ...payee, contact: 'plain' as const }
  const own = contact(address)
  const like = { is: 'like', other: alike }
  expect(acquaintanceOf(ada, [], [], [own])).toEqual({ is: 'new' })
  expect(acquaintanceOf({ ...ada, contact: 'verified' }, [], [], [own])).toEqual({ is: 'new' })
  expect(acquaintanceOf(ada, [transaction({ to: address })], [], [own])).toEqual({ is: 'known' })
  expect(acquaintanceOf(ada, [], [], [own, contact(alike)])).toEqual({ ...like, name: 'Ada' })
  expect(acquaintanceOf(ada, [transaction({ to: alike })], [], [own])).toEqual(like)
  expect(acquaintanceOf(ada, [transaction({ to: alike }), transaction({ to: address })], [], [own])).toEqual({
    is: 'known',
  })
})

test.each(['Ada', 'ADA', 'Аdа', 'A d a'])('a card that is called %s is not the contact Ada', (label) => {
  const other = `0x${'3'.repeat(40)}`
  const namesake = { is: 'namesake', other, name: 'Ada' }
  expect(acquaintanceOf({ ...payee, label }, [], [], [contact(other)])).toEqual(namesake)
  // Once paid by mistake it is not known for it.
  expect(acquaintanceOf({ ...payee, label }, [transaction({ to: address })], [], [contact(other)])).toEqual(namesake)
})

test('a watched wallet with the label of a contact is not that contact', () => {
  const ada = contact(`0x${'3'.repeat(40)}`)
  const watched = triple({ wallet: { id: 'w2', address, label: 'Ada', type: 'EXTERNAL' } })
  const from = triple()
  const form = { ...freshSend, kind: 'address' as const, address }
  const made = payeeOf(form, { from, all: [from, watched], card: { is: 'waiting' }, contacts: [ada], spell: String })
  if (!('payee' in made)) throw new Error('the draft has no payee')
  const own = [from.wallet.address, address]
  expect(acquaintanceOf(made.payee, [], own, [ada])).toEqual({ is: 'namesake', other: ada.address, name: 'Ada' })
  expect(acquaintanceOf(made.payee, [], own)).toEqual({ is: 'new' })
})

test('a contact whose note is the name of another contact is not taken for that one', () => {
  const ada = contact(`0x${'3'.repeat(40)}`)
  const noted = { ...contact(address), id: 'c2', name: 'Bob', note: 'Ada' }
  expect(acquaintanceOf({ ...payee, label: 'Ada' }, [], [], [noted, ada])).toEqual({
    is: 'namesake',
    other: ada.address,
    name: 'Ada',
  })
})

test('a card of another name is not taken for a contact, nor is the card of the contact itself for another', () => {
  const other = contact(`0x${'3'.repeat(40)}`)
  expect(acquaintanceOf({ ...payee, label: 'Adam' }, [], [], [other])).toEqual({ is: 'new' })
  expect(acquaintanceOf({ ...payee, label: 'Ada', contact: 'plain' }, [], [], [contact(address)])).toEqual({
    is: 'new',
  })
})

test('one that looks like a contact is told by the name of the contact', () => {
  const like = { is: 'like', other: alike, name: 'Ada' }
  expect(acquaintanceOf(payee, [], [alike], [contact(alike)])).toEqual(like)
  // Once paid by mistake it is not known for it.
  expect(acquaintanceOf(payee, [transaction({ to: address })], [], [contact(alike)])).toEqual(like)
})
