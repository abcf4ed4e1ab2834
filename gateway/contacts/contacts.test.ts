import { beforeEach, describe, expect, test } from 'vitest'
import type { NewContact } from '#shared/api/contacts.ts'
import { CONTACTS_MAX } from '#shared/limits.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'

const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
const CHECKED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const addressOf = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`

let world: TestWorld
let alice: Tester

beforeEach(async () => {
  world = await createTestWorld(roomy)
  alice = await createTester(world)
})

const add = async (contact: NewContact, key?: string) =>
  (await alice.api.createContact(contact, key === undefined ? {} : { idempotencyKey: key })).contact

test('a contact is added, read, renamed and removed', async () => {
  const contact = await add({ name: '  Bob ', address: CHECKED.toLowerCase(), note: 'the roofer' })
  expect(contact).toMatchObject({ name: 'Bob', address: CHECKED, card: null, verified: false, note: 'the roofer' })
  const { id } = contact
  expect((await alice.api.patchContact({ id, name: 'Robert', note: null })).contact).toEqual({
    ...contact,
    name: 'Robert',
    note: null,
  })
  expect((await alice.api.getContact({ id })).contact.name).toBe('Robert')
  await alice.api.deleteContact({ id })
  await expect(alice.api.getContact({ id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(alice.api.deleteContact({ id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a card makes a verified contact; the card of its address can come later, that of another cannot', async () => {
  const [one, two] = [await cardOf(), await cardOf()]
  const contact = await add({ name: 'Shop', nota: one.nota })
  expect(contact).toMatchObject({ address: one.address, card: one.nota, verified: true })
  const plain = await add({ name: 'Baker', address: two.address })
  await expect(alice.api.patchContact({ id: plain.id, nota: one.nota })).rejects.toMatchObject({
    details: [{ path: 'nota', message: expect.stringContaining('another address') }],
  })
  const carded = (await alice.api.patchContact({ id: plain.id, nota: two.nota })).contact
  expect(carded).toEqual({ ...plain, card: two.nota, verified: true })
})

async function cardOf() {
  const { wallet } = await alice.api.createWallet({ type: 'custodial' })
  return { address: wallet.address, nota: (await alice.api.getWalletNota({ id: wallet.id })).nota }
}

test.each([
  ['a wrong checksum', { name: 'Bob', address: CHECKED.replace('aAeb', 'aaeb') }, 'address'],
  ['the zero address', { name: 'Bob', address: addressOf(-1) }, 'address'],
  ['no name', { name: ' ', address: CHECKED }, 'name'],
  ['neither address nor card', { name: 'Bob' }, 'nota'],
  ['a note that is too long', { name: 'Bob', address: CHECKED, note: 'x'.repeat(501) }, 'note'],
])('refuses %s', async (_, contact, path) => {
  await expect(add(contact)).rejects.toMatchObject({ code: 'validation_error', details: [{ path }] })
  expect(await alice.api.listContacts({})).toEqual({ items: [], next: null })
})

test('an address is a contact once', async () => {
  await add({ name: 'Bob', address: CHECKED })
  await expect(add({ name: 'Carol', address: CHECKED.toLowerCase() })).rejects.toMatchObject({
    code: 'contact_exists',
    message: '“Bob” has this address already.',
    details: [{ path: 'address', message: 'is that of “Bob” already' }],
  })
})

test('the same request again makes nothing', async () => {
  const bob = { name: 'Bob', address: CHECKED }
  const made = await add(bob, 'once')
  expect(await add(bob, 'once')).toEqual(made)
  await expect(add({ ...bob, name: 'Carol' }, 'once')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
})

test('the same request again answers the same of its card; of a contact that is gone, that there is none', async () => {
  const shop = { name: 'Shop', nota: (await cardOf()).nota }
  const made = await alice.api.createContact(shop, { idempotencyKey: 'once' })
  expect(made.nota).toMatchObject({ valid: true })
  expect(await alice.api.createContact(shop, { idempotencyKey: 'once' })).toEqual(made)
  await alice.api.deleteContact({ id: made.contact.id })
  const again = alice.api.createContact(shop, { idempotencyKey: 'once' })
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})

test('pages follow each other, whatever is added or removed between them', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `Payee ${'abcdefg'[index]}`)
  for (const [index, name] of names.entries()) await add({ name, address: addressOf(index) })
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await alice.api.listContacts(after === undefined ? { pageSize: 3 } : { pageSize: 3, after })
    seen.push(...page.items.map(({ name }) => name))
    if (after === undefined) await alice.api.deleteContact({ id: page.items.at(-1)?.id ?? '' })
    after = page.next
  }
  expect(seen.sort()).toEqual(names)
})

describe('an import', () => {
  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      name: `Payee ${String.fromCodePoint(0x4e00 + from + index)}`,
      address: addressOf(from + index),
    }))

  test('adds what is not there, and leaves what is', async () => {
    await add({ name: 'Bob', address: addressOf(1) })
    const { added, kept } = await alice.api.importContacts({ contacts: many(3) })
    expect([added.map(({ address }) => address), kept]).toEqual([[addressOf(0), addressOf(2)], 1])
    expect(await alice.api.importContacts({ contacts: many(3) })).toEqual({ added: [], kept: 3 })
    expect((await alice.api.listContacts({})).items.map(({ name }) => name)).toContain('Bob')
  })

  test('adds all or none, and says which was refused', async () => {
    const contacts = [...many(2), { name: 'Payee  \u4e00', address: addressOf(9) }]
    await expect(alice.api.importContacts({ contacts })).rejects.toMatchObject({
      code: 'contact_exists',
      message: expect.stringMatching(/^Contact 3: This name looks like “Payee /),
      details: [{ path: 'contacts.2.name', message: expect.stringMatching(/^looks like “Payee /) }],
    })
    expect((await alice.api.listContacts({})).items).toEqual([])
  })

  test('says which card is none', async () => {
    const contacts = [...many(1), { name: 'Carol', nota: 'nota1.x.y.z' }]
    await expect(alice.api.importContacts({ contacts })).rejects.toMatchObject({
      code: 'invalid_nota',
      message: expect.stringMatching(/^Contact 2: /),
      details: { reason: 'not_a_nota' },
    })
    expect((await alice.api.listContacts({})).items).toEqual([])
  })

  test('goes as far as an account has room', async () => {
    for (let from = 0; from < CONTACTS_MAX; from += 100) await alice.api.importContacts({ contacts: many(100, from) })
    await expect(alice.api.importContacts({ contacts: many(1, CONTACTS_MAX) })).rejects.toMatchObject({
      details: [{ message: 'an account can have at most 1000 contacts' }],
    })
    await expect(add({ name: 'Bob', address: CHECKED })).rejects.toMatchObject({ code: 'validation_error' })
  })
})

test('what was done to contacts stands in the audit log', async () => {
  const { id } = await add({ name: 'Bob', address: CHECKED })
  await alice.api.patchContact({ id, name: 'Robert' })
  await alice.api.deleteContact({ id })
  const rows = await world.db.selectFrom('events').select(['type', 'outcome', 'subject']).orderBy('position').execute()
  expect(rows.filter(({ type }) => type.startsWith('contact'))).toEqual(
    ['added', 'changed', 'removed'].map((what) => ({ type: `contact.${what}`, outcome: 'ok', subject: id })),
  )
})
