import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '#shared/model/ids.ts'
import { lookOf } from '#shared/model/look.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { findByAddress } from './store.ts'

const roomy = { SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
const [ONE, TWO] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]

let world: TestWorld
let alice: Tester
let mallory: Tester

beforeEach(async () => {
  world = await createTestWorld(roomy)
  alice = await createTester(world)
  mallory = await createTester(world)
})

describe('a name that looks like another contact’s', () => {
  test.each([
    ['the same', 'Alice Roe'],
    ['in another case', 'ALICE ROE'],
    ['with spaces', ' Alice   Roe '],
    ['with a space of no break', 'Alice\u00a0Roe'],
    ['with Cyrillic letters', 'Аliсе Rое'],
    ['with Greek letters', 'Αlice Rοe'],
    ['in full width', 'Ａｌｉｃｅ Ｒｏｅ'],
    ['in mathematical letters', '𝐀𝐥𝐢𝐜𝐞 𝐑𝐨𝐞'],
    ['with a digit for a letter', 'A1ice R0e'],
    ['with a capital I for an l', 'AIice Roe'],
    ['with an accent', 'Alicé Roe'],
    ['with a point behind it', 'Alice Roe.'],
    ['with an accent on its own', 'Alice` Roe'],
    ['with a note head that has no picture', 'Alice\u{1d159} Roe'],
  ])('is refused: %s', async (_, name) => {
    await alice.api.createContact({ name: 'Alice Roe', address: ONE })
    const like = { code: 'contact_exists', message: expect.stringContaining('looks like “Alice Roe”') }
    await expect(alice.api.createContact({ name, address: TWO })).rejects.toMatchObject(like)
    const { contact } = await alice.api.createContact({ name: 'Carol', address: TWO })
    await expect(alice.api.patchContact({ id: contact.id, name })).rejects.toMatchObject(like)
    expect((await alice.api.listContacts({})).items.map((one) => one.name).sort()).toEqual(['Alice Roe', 'Carol'])
  })

  test('rn for m, vv for w', () => {
    expect([lookOf('Tirn'), lookOf('Matthevv')]).toEqual([lookOf('Tim'), lookOf('Matthew')])
  })

  test.each([
    ['Nina', '\u039dina'],
    ['HUGO', '\u0397UGO'],
    ['anna', 'a\u03b7\u03b7a'],
    ['Vivian', '\u03bdi\u03bdian'],
    ['Lars', '\u0141ars'],
    ['Dora', '\u00d0ora'],
    ['SAM', '\u054fAM'],
  ])('letters are taken as they are drawn: %s, %s', (name, drawn) => {
    expect(lookOf(drawn)).toBe(lookOf(name))
  })

  test.each(['Alice', 'Alica Roe', 'Bob Roe', '艾丽斯', 'Алиса', '🦊'])('another name is none: %s', (name) => {
    expect(lookOf(name)).not.toBe(lookOf('Alice Roe'))
    expect(lookOf(name)).not.toBe('')
  })
})

/** Each would show as nothing, or turn what stands beside it. */
const hidden = [
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a soft hyphen', '\u00ad'],
  ['an override of direction', '\u202e'],
  ['an isolate', '\u2067'],
  ['a mark of direction', '\u200f'],
  ['a byte order mark', '\ufeff'],
  ['a tag', '\u{e0041}'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille pattern', '\u2800'],
  ['a new line', '\n'],
  ['a line separator', '\u2028'],
  ['a bell', '\u0007'],
] as const

test.each(hidden)('a name with %s is refused', async (_, mark) => {
  const answer = await alice.ask('POST', '/contacts', { name: `Al${mark}ice`, address: ONE })
  expect(await answer.json()).toMatchObject({ error: { code: 'validation_error', details: [{ path: 'name' }] } })
})

test.each(hidden.filter(([what]) => /direction|isolate|line|bell/.test(what)))(
  'a note with %s is refused, of a contact and of a payment',
  async (_, mark) => {
    const note = `pay${mark}day`
    const answer = await alice.ask('POST', '/contacts', { name: 'Alice', address: ONE, note })
    expect(await answer.json()).toMatchObject({ error: { code: 'validation_error', details: [{ path: 'note' }] } })
    const written = await alice.ask('PATCH', '/transactions/any', { note })
    expect(await written.json()).toMatchObject({ error: { code: 'validation_error', details: [{ path: 'note' }] } })
  },
)

test('contacts of another account are not there', async () => {
  const { contact } = await alice.api.createContact({ name: 'Bob', address: ONE, note: 'secret' })
  const { id } = contact
  expect((await mallory.api.listContacts({})).items).toEqual([])
  expect((await mallory.api.listContacts({ after: '' })).items).toEqual([])
  const none = { code: 'not_found' }
  await expect(mallory.api.getContact({ id })).rejects.toMatchObject(none)
  await expect(mallory.api.patchContact({ id, name: 'Mallory' })).rejects.toMatchObject(none)
  await expect(mallory.api.deleteContact({ id })).rejects.toMatchObject(none)
  // Nothing tells that another account knows the name or the address.
  await mallory.api.createContact({ name: 'Bob', address: ONE })
  expect((await alice.api.getContact({ id })).contact).toEqual(contact)
})

test('in the database nothing of a contact is in the clear, nor the same for two accounts', async () => {
  for (const { api } of [alice, mallory]) await api.createContact({ name: 'Bob', address: ONE, note: 'the roofer' })
  const rows = await world.db.selectFrom('contacts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/Bob|1111|roofer/)
  expect(new Set(rows.map(({ addressHash }) => addressHash)).size).toBe(2)
  expect(new Set(rows.map(({ nameHash }) => nameHash)).size).toBe(2)
})

test('whoever can write the database puts no payee of their own among the contacts of another', async () => {
  const { contact } = await mallory.api.createContact({ name: 'Bob', address: TWO })
  await world.db.updateTable('contacts').set({ accountId: alice.accountId }).where('id', '=', contact.id).execute()
  await expect(alice.api.listContacts({})).rejects.toMatchObject({ code: 'internal_error' })
  await alice.api.createContact({ name: 'Carol', address: ONE })
  const own = await world.db.selectFrom('contacts').selectAll().where('id', '!=', contact.id).executeTakeFirstOrThrow()
  await world.db.deleteFrom('contacts').where('id', '=', contact.id).execute()
  await mallory.api.createContact({ name: 'Carol', address: TWO })
  const theirs = world.db.selectFrom('contacts').select('content').where('accountId', '=', mallory.accountId)
  const { content } = await theirs.executeTakeFirstOrThrow()
  await world.db.updateTable('contacts').set({ content }).where('id', '=', own.id).execute()
  await expect(alice.api.getContact({ id: own.id })).rejects.toMatchObject({ code: 'internal_error' })
})

test('nor gives a contact the address of another, by the hash that it is found by', async () => {
  const { db, keys } = world
  const { contact } = await alice.api.createContact({ name: 'Carol', address: ONE })
  const { contact: other } = await alice.api.createContact({ name: 'Dora', address: TWO })
  const rows = db.selectFrom('contacts').select('addressHash').where('id', '=', other.id)
  const { addressHash } = await rows.executeTakeFirstOrThrow()
  await db.deleteFrom('contacts').where('id', '=', other.id).execute()
  await db.updateTable('contacts').set({ addressHash }).where('id', '=', contact.id).execute()
  const found = findByAddress(db, keys, alice.accountId, TWO as Address)
  await expect(found).rejects.toThrow('was not written by this gateway')
})
