import { describe, expect, test } from 'vitest'
import { CONTACTS_MAX } from '#shared/limits.ts'
import { contactsIn, fileOf, partsOf } from './file.ts'

const contact = { id: 'c1', name: 'Ada', address: `0x${'a'.repeat(40)}`, card: null, verified: false, note: null }
const made = (part: object) => ({ ...contact, createdAt: '2027-01-31T12:00:00.000Z', ...part })
const file = (contacts: unknown) => JSON.stringify({ format: 'sotto-contacts', version: 1, contacts })

test('what was exported is imported: a card where there is one, else the address', () => {
  const contacts = [made({ note: '=1+1' }), made({ card: 'eyJ.abc.def', verified: true })]
  expect(contactsIn(fileOf(contacts))).toEqual({
    contacts: [
      { name: 'Ada', note: '=1+1', address: contact.address },
      { name: 'Ada', nota: 'eyJ.abc.def' },
    ],
  })
})

test.each([
  ['no JSON', 'name,address', 'unreadable'],
  ['JSON of something else', '{"contacts":[]}', 'unreadable'],
  ['a later version', file([]).replace('1', '2'), 'unreadable'],
  ['what a contact has not', file([{ name: 'Ada', key: 'x' }]), 'unreadable'],
  ['nobody', file([]), 'empty'],
  ['too many', file(Array.from({ length: CONTACTS_MAX + 1 }, () => ({ name: 'Ada' }))), 'too_many'],
])('refuses a file with %s', (_, text, flaw) => {
  expect(contactsIn(text)).toEqual({ flaw })
})

describe('parts', () => {
  const many = (count: number, note: string) => Array.from({ length: count }, (_, at) => ({ name: `Ada ${at}`, note }))

  test.each([
    ['short ones', many(250, '')],
    ['long ones', many(250, 'x'.repeat(500))],
    ['cards', many(3, 'x'.repeat(16_384))],
  ])('of %s each fit into a request, and are all there in order', (_, contacts) => {
    const parts = partsOf(contacts)
    expect(parts.flat()).toEqual(contacts)
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(100)
      expect(JSON.stringify({ contacts: part }).length * 3).toBeLessThanOrEqual(64 * 1024)
    }
  })

  test('are as few as that allows', () => {
    expect(partsOf(many(250, '')).map((part) => part.length)).toEqual([100, 100, 50])
  })
})
