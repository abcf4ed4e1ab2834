import { describe, expect, test } from 'vitest'
import { CONTACTS_MAX } from '#shared/limits.ts'
import { byName, collected, contactAt, type SeenContact, seenOf, sought } from './contact.ts'

const contact = (id: string, part: Partial<SeenContact>): SeenContact => ({
  id,
  name: id,
  address: `0x${'a'.repeat(40)}`,
  verified: false,
  carded: false,
  note: null,
  ...part,
})
const list = [
  contact('bob', { name: 'Bob 10', address: `0x${'B'.repeat(40)}`, note: 'the Roofer' }),
  contact('bob2', { name: 'bob 9' }),
  contact('ada', { name: 'Ádá' }),
]

test('they are sorted as people read them', () => {
  expect(byName(list).map(({ id }) => id)).toEqual(['ada', 'bob2', 'bob'])
})

describe('a search finds', () => {
  test.each([
    ['all', '', ['bob', 'bob2', 'ada']],
    ['by name', 'BOB', ['bob', 'bob2']],
    ['by note', 'roof', ['bob']],
    ['by address', '0xbbbb', ['bob']],
    ['in full width', 'ｂｏｂ', ['bob', 'bob2']],
    ['nothing', 'carol', []],
  ])('%s', (_, search, found) => {
    expect(sought(list, search).map(({ id }) => id)).toEqual(found)
  })
})

test('a contact is known by its address, however that is spelt', () => {
  expect(contactAt(`0x${'b'.repeat(40)}`, list)?.id).toBe('bob')
  expect(contactAt(`0x${'c'.repeat(40)}`, list)).toBeUndefined()
})

test('its card is not kept', () => {
  const { address } = contact('ada', {})
  const whole = { id: 'ada', name: 'Ada', address, card: 'eyJ.a.b', verified: true, note: null, createdAt: '' }
  expect(JSON.stringify(seenOf(whole))).not.toContain('eyJ')
  expect(seenOf(whole).carded).toBe(true)
})

describe('pages', () => {
  const whole = (id: string) => ({ ...contact(id, {}), card: null, createdAt: '' })

  test('follow each other to the last', async () => {
    const pages = [
      { items: [whole('1'), whole('2')], next: '2' },
      { items: [whole('3')], next: null },
    ]
    const asked: (string | undefined)[] = []
    const all = await collected(async (after) => {
      asked.push(after)
      return pages[asked.length - 1] ?? { items: [], next: null }
    })
    expect([all.map(({ id }) => id), asked]).toEqual([
      ['1', '2', '3'],
      [undefined, '2'],
    ])
  })

  test('of a gateway that never ends have an end', async () => {
    let asked = 0
    const endless = async () => {
      asked++
      return { items: Array.from({ length: 5_000 }, (_, at) => whole(`${asked} ${at}`)), next: 'more' }
    }
    expect((await collected(endless)).length).toBe(CONTACTS_MAX)
    expect(asked).toBe(10)
  })
})
