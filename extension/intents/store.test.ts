import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { unlock } from '../testing/open-wallet.ts'
import { lock } from '../vault/vault.ts'
import type { Intent, IntentState, Order } from './intent.ts'
import { intents } from './kept.ts'
import { changeIntent, forgetIntents, openIntent, readIntent, writeIntent } from './store.ts'

const T = Date.UTC(2027, 0, 31, 12)
const order: Order = { verb: 'mint', walletId: 'w1', amount: '5' }

beforeEach(async () => {
  fakeBrowser.reset()
  await unlock(T)
})

const write = (profileId = 'p') => writeIntent(profileId, order, T)

test('what is written can be read, with its particulars while unlocked', async () => {
  const { id } = await write()
  expect(await readIntent(id)).toMatchObject({ state: 'ready', sent: 0, consentedAt: T, terminal: false })
  expect(await openIntent(await readIntent(id), T)).toMatchObject({ order, failure: null, transaction: null })
  await lock()
  await expect(openIntent(await readIntent(id), T)).rejects.toMatchObject({ code: 'locked' })
})

test('written twice under one ID it is one payment, as it was first written, also by two pages at once', async () => {
  const id = crypto.randomUUID()
  const other: Order = { verb: 'mint', walletId: 'w1', amount: '6' }
  const [first, second] = await Promise.all([writeIntent('p', order, T, id), writeIntent('p', other, T, id)])
  expect(second).toEqual(first)
  // Either may come first.
  const { order: written } = await openIntent(first, T)
  expect([order, other]).toContainEqual(written)
  await changeIntent(id, { state: 'refused' }, T)
  for (const again of [order, other]) {
    const found = await openIntent(await writeIntent('p', again, T + 1, id), T)
    expect(found).toMatchObject({ state: 'refused', order: written })
  }
  expect(await intents.get()).toHaveLength(1)
})

test('an ID of another gateway is not taken', async () => {
  const { id } = await write()
  await expect(writeIntent('other', order, T, id)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await intents.get()).toHaveLength(1)
})

test('while locked nothing is written', async () => {
  await lock()
  await expect(write()).rejects.toMatchObject({ code: 'locked' })
  expect(await intents.get()).toEqual([])
})

test('particulars belong to one intent of one gateway: nobody can swap them', async () => {
  const [a, b] = [await write(), await write()]
  await expect(openIntent({ ...a, sealed: b.sealed }, T)).rejects.toThrow()
  await expect(openIntent({ ...a, profileId: 'other' }, T)).rejects.toThrow()
})

test('a change keeps what it does not name', async () => {
  const { id } = await write()
  await changeIntent(id, { state: 'unknown', particulars: { failure: { code: 'timeout', message: '' } } }, T + 1)
  expect(await openIntent(await readIntent(id), T)).toMatchObject({
    state: 'unknown',
    order,
    failure: { code: 'timeout' },
    consentedAt: T,
    updatedAt: T + 1,
  })
})

test('changes of two intents at once are both kept', async () => {
  const [a, b] = [await write(), await write()]
  await Promise.all([changeIntent(a.id, { state: 'unknown' }, T), changeIntent(b.id, { state: 'refused' }, T)])
  expect((await intents.get()).map(({ state }) => state)).toEqual(['unknown', 'refused'])
})

test('of the finished ones the newest 30 are kept, and every one that is not finished', async () => {
  const made: Intent[] = []
  for (let index = 0; index < 34; index++) made.push(await write())
  const [ready, asking, ...rest] = made
  await changeIntent(asking?.id ?? '', { state: 'ask' }, T)
  for (const { id } of rest) await changeIntent(id, { state: 'refused' }, T)

  const newest = await write()
  const kept = (await intents.get()).map(({ id }) => id)
  expect(kept).toEqual([ready, asking, ...rest.slice(2), newest].map((each) => each?.id))
})

describe('a payment of a request', () => {
  const paying = (here: boolean): Order => {
    const destination = { is: 'request', requestId: 'r1', here, nota: 'n', address: '0x1' } as const
    return { verb: 'transfer', walletId: 'w1', amount: '5', token: 'cSTABLE', destination }
  }
  /** A finished one, and as many refused ones after it. */
  async function afterRefused(count: number, order: Order, change: { state: IntentState; terminal: boolean }) {
    const { id } = await writeIntent('p', order, T)
    await changeIntent(id, change, T)
    for (let index = 0; index < count; index++) await changeIntent((await write()).id, { state: 'refused' }, T)
    return (await intents.get()).some((each) => each.id === id)
  }

  test.each<[string, boolean, { state: IntentState; terminal: boolean }, boolean]>([
    ['accepted', false, { state: 'accepted', terminal: true }, true],
    ['left, so that it may have been paid', false, { state: 'left', terminal: false }, true],
    ['refused', false, { state: 'refused', terminal: false }, false],
    // To another gateway of this wallet the request is a foreign one.
    ['accepted by the gateway that signed the request', true, { state: 'accepted', terminal: true }, true],
  ])('is remembered after 40 others or not: %s', async (_, here, change, remembered) => {
    expect(await afterRefused(40, paying(here), change)).toBe(remembered)
  })

  test('is forgotten where 200 newer ones are finished, and the other finished ones are not', async () => {
    const refused = await write()
    await changeIntent(refused.id, { state: 'refused' }, T)
    const { id } = await writeIntent('p', paying(false), T)
    const accepted = { ...(await readIntent(id)), state: 'accepted' as const, terminal: true }
    const paid = Array.from({ length: 201 }, (_, index) => ({ ...accepted, id: `${index}` }))
    await intents.update(([first]) => (first === undefined ? paid : [first, ...paid]))
    const newest = await write()
    const kept = (await intents.get()).map((each) => each.id)
    expect(kept).toEqual([refused.id, ...paid.slice(1).map((each) => each.id), newest.id])
  })
})

test('with a gateway its payments are forgotten, and no others', async () => {
  const [mine, other] = [await write('a'), await write('b')]
  await forgetIntents('a')
  expect((await intents.get()).map(({ id }) => id)).toEqual([other.id])
  await expect(readIntent(mine.id)).rejects.toMatchObject({ code: 'unknown_intent' })
})

test('a payment that cannot be read hides none of the others, and no change of theirs loses it', async () => {
  const { id } = await write()
  const [readable] = (await fakeBrowser.storage.local.get('intents')).intents as unknown[]
  const unreadable = { id: 'older', state: 'paid' }
  await fakeBrowser.storage.local.set({ intents: [unreadable, readable] })
  expect(await readIntent(id)).toMatchObject({ id })
  await changeIntent(id, { state: 'sending' }, T)
  await write()
  expect((await fakeBrowser.storage.local.get('intents')).intents).toContainEqual(unreadable)
  expect(await intents.get()).toHaveLength(2)
})
