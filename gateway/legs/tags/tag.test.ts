import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '#shared/model/ids.ts'
import { derivedId, IDS, idOf, newId, numberOf } from '../../world/new-id.ts'
import { readTag, TAG_BYTES, type Tag, withStandIn, withTag } from './tag.ts'
import { fromSecret } from './tag-fixture.ts'

const keys = fromSecret(Buffer.alloc(32, 7))
const sender: Address = '0x1111111111111111111111111111111111111111'
const slot = { chainId: 11155111, sender, nonce: 7 }
const call = { to: '0x2222222222222222222222222222222222222222', data: '0xa9059cbb00ff', value: 5n } as const
const row = 'abcdefghijklmnopqrstuvwx'

const types = ['FUND', 'MINT', 'TRANSFER', 'REDEEM'] as const
const roles = ['call', 'settlement', 'gap filler', 'cancellation'] as const
const kinds = types.flatMap((type) => roles.map((role) => [type, role] as const))

describe('a tag says', () => {
  test.each(kinds)('of a %s that it is its %s', (type, role) => {
    const tag: Tag = { row, type, role, digest: '0123456789abcdef' }
    const tagged = withTag(keys, slot, call, tag)
    expect(tagged).toMatchObject({ to: call.to, value: call.value })
    expect(tagged.data.startsWith(call.data)).toBe(true)
    expect(tagged.data.length).toBe(call.data.length + 2 * TAG_BYTES)
    expect(readTag(keys, slot, tagged)).toEqual(tag)
  })

  test.each([
    ['no digest', { row, digest: null }],
    ['the first ID', { row: `a${'0'.repeat(23)}`, digest: null }],
    ['the last ID', { row: 'z'.repeat(24), digest: 'f'.repeat(16) }],
  ])('%s', (_, given) => {
    const tag: Tag = { type: 'REDEEM', role: 'settlement', ...given }
    expect(readTag(keys, slot, withTag(keys, slot, call, tag))).toEqual(tag)
  })

  test.each([0, 4, 260, 1_500])('it behind %d bytes of data', (size) => {
    const long = { ...call, data: `0x${randomBytes(size).toString('hex')}` as Hex }
    const tag: Tag = { row: newId(), type: 'MINT', role: 'call', digest: null }
    expect(readTag(keys, slot, withTag(keys, slot, long, tag))).toEqual(tag)
  })
})

test('the same call has the same tag, and the same row elsewhere shares nothing with it', () => {
  const tag: Tag = { row, type: 'TRANSFER', role: 'call', digest: null }
  const once = withTag(keys, slot, call, tag).data
  expect(withTag(keys, slot, call, tag).data).toBe(once)
  const [a, b] = [once, withTag(keys, { ...slot, nonce: 8 }, call, tag).data].map((data) => data.slice(-80))
  const same = Array.from({ length: TAG_BYTES }, (_, i) => a?.slice(2 * i, 2 * i + 2) === b?.slice(2 * i, 2 * i + 2))
  expect(same.filter(Boolean).length).toBeLessThan(4)
})

// A later version that restores a backup of today has to read the tags made in between.
test('tags and IDs are these bytes in every version', () => {
  const tag: Tag = { row, type: 'TRANSFER', role: 'call', digest: '0123456789abcdef' }
  expect(withTag(keys, slot, call, tag).data).toMatchInlineSnapshot(
    `"0xa9059cbb00ff8bc112adc04c28bbc587e43b1b2beab9d8f32c535386e00cdf0c3a496b5214768b7ae81170fcb6a6"`,
  )
  expect(derivedId(keys, 'account', 'order 1')).toMatchInlineSnapshot(`"bc5rpf9w95a6312i8g7vkumq"`)
})

test('what stands in for a tag while gas is estimated has no zero byte', () => {
  const { data } = withStandIn(call)
  expect(data).toBe(`${call.data}${'ff'.repeat(TAG_BYTES)}`)
  expect(readTag(keys, slot, { ...call, data })).toBeUndefined()
})

test('an ID is a number and back, and what is none has none', () => {
  for (let times = 0; times < 1_000; times++) {
    const id = newId()
    expect(idOf(numberOf(id) ?? 0n)).toBe(id)
  }
  expect(numberOf(`a${'0'.repeat(23)}`)).toBe(0n)
  expect(numberOf('z'.repeat(24))).toBe(IDS - 1n)
  for (const id of ['', 'above', `${row}x`, row.toUpperCase(), `1${row.slice(1)}`]) expect(numberOf(id)).toBeUndefined()
  expect(() => withTag(keys, slot, call, { row: 'above', type: 'MINT', role: 'call', digest: null })).toThrow(/above/)
})

test('derived IDs differ by account, key and installation, and are all of the form', () => {
  const other = fromSecret(Buffer.alloc(32, 8))
  const ids = [
    derivedId(keys, 'account', 'order 1'),
    derivedId(keys, 'account', 'order 2'),
    derivedId(keys, 'other', 'order 1'),
    derivedId(other, 'account', 'order 1'),
  ]
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(numberOf(id)).toBeDefined()
  expect(derivedId(keys, 'account', 'order 1')).toBe(ids[0])
})
