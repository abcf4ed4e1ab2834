import { beforeEach, describe, expect, test } from 'vitest'
import type { Sealed } from '../crypto/keyring.ts'
import type { Database } from '../db/database.ts'
import { addGeneration } from '../db/sealed/open-keyring.ts'
import { createTester, type Tester } from '../testing/test-world.ts'
import { forgetDeliveries } from './deliver/forget.ts'
import { alice, answer, answered, deliver, hook, received, setUpEach, world } from './webhooks-fixture.ts'

setUpEach()

const DAY = 24 * 60 * 60_000
const OTHERS = 'https://others.example.org/hook'
const [ALICES, BOBS] = ['https://alice.example.org/hook', 'https://bob.example.org/hook']

/** What somebody who can only write the database makes of a row. */
type Way = (others: { id: string; accountId: string; content: Sealed }) => Altered
type Altered = { accountId?: string; content?: Sealed }
const newerKey: Way = ({ content }) => ({ content: content.replace(/^v1/, 'v999') as Sealed })
const ways: [string, Way][] = [
  ['says another account', ({ accountId }) => ({ accountId })],
  ['has the terms of another', ({ content }) => ({ content })],
  ['has terms that no key opens', () => ({ content: `v1.${'A'.repeat(80)}` as Sealed })],
  ['names a key that is not there', newerKey],
  ['has terms that are none', () => ({ content: 'https://mallory.example.org' as Sealed })],
]

const unreadable = () => ({ content: `v1.${'A'.repeat(80)}` as Sealed })

let bob: Tester
let mallory: Tester
let altered: string
let errors: object[]

beforeEach(async () => {
  errors = []
  world.log = { ...world.log, error: (fields, message) => errors.push({ ...fields, message }) }
  bob = await createTester(world)
  mallory = await createTester(world)
  // The first of the table, so that what comes after it is what it could hold up.
  altered = (await hook({ url: OTHERS }, mallory)).webhook.id
  await hook({ url: ALICES })
  await hook({ url: BOBS }, bob)
})

async function alter(way: Way): Promise<void> {
  const others = await world.db.selectFrom('webhooks').selectAll().where('accountId', '=', alice.accountId).execute()
  const [one] = others
  if (one === undefined) throw new Error('alice has no webhook')
  await world.db.updateTable('webhooks').set(way(one)).where('id', '=', altered).execute()
}

/** A payment in each account. Returns their IDs. */
async function payments(): Promise<string[]> {
  const ids: string[] = []
  for (const { api } of [mallory, alice, bob]) {
    const { wallet } = await api.createWallet({ type: 'custodial' })
    ids.push((await api.fund({ walletId: wallet.id, amount: '1' })).transaction.id)
  }
  return ids
}

const state = () => world.db.selectFrom('webhooks').selectAll().where('id', '=', altered).executeTakeFirstOrThrow()

test.each(ways)('a row that %s is set aside, and said; all others are told of what happens', async (_, way) => {
  await alter(way)
  const [, alices, bobs] = await payments()
  await deliver()
  for (const [url, id] of [
    [ALICES, alices],
    [BOBS, bobs],
  ]) {
    const own = received.filter((message) => message.url === url)
    expect(own.map(({ event }) => [event.type, event.data.id])).toEqual([
      ['transaction.pending', id],
      ['transaction.settled', id],
    ])
  }
  expect(received.filter(({ url }) => url !== ALICES && url !== BOBS)).toEqual([])
  await deliver()
  await forgetDeliveries(world)
  expect(errors).toEqual([
    { webhook: altered, message: 'somebody has altered this webhook in the database: it is switched off' },
  ])
  expect(await state()).toMatchObject({ status: 'disabled', nextAt: null, leasedUntil: null })
})

test('a row that a newer data key may have sealed is not set aside by a gateway that lacks that key', async () => {
  await alter(newerKey)
  await payments()
  await addGeneration(world.db as Database, new Uint8Array(32))
  await expect(deliver()).rejects.toThrow('newer data key')
  expect(errors).toEqual([])
  expect(await state()).toMatchObject({ status: 'active' })
})

describe('a row that somebody has altered', () => {
  test('that has events waiting gives them to no one', async () => {
    answer(({ url }) => answered(url === OTHERS ? 500 : 200))
    await payments()
    await deliver()
    received.length = 0
    await alter(unreadable)
    answer(() => answered(200))
    world.clock.pass(DAY)
    const [, alices, bobs] = await payments()
    await deliver()
    expect(new Set(received.map(({ url, event }) => `${url} ${event.data.id}`))).toEqual(
      new Set([`${ALICES} ${alices}`, `${BOBS} ${bobs}`]),
    )
    expect(await state()).toMatchObject({ status: 'disabled', waiting: 0 })
    expect(errors).toHaveLength(1)
  })

  test('is named to its owner beside the others, who can remove it', async () => {
    await alter(({ accountId }) => ({ accountId }))
    const { webhooks, altered: named } = await alice.api.listWebhooks({})
    expect(webhooks.map(({ url }) => url)).toEqual([ALICES])
    expect(named).toEqual([altered])
    await expect(alice.api.getWebhook({ id: altered })).rejects.toMatchObject({ code: 'internal_error' })
    await expect(alice.api.testWebhook({ id: altered })).rejects.toMatchObject({ code: 'internal_error' })
    await alice.api.deleteWebhook({ id: altered })
    expect((await alice.api.listWebhooks({})).altered).toEqual([])
  })

  test('of a receiver that has failed holds up no forgetting', async () => {
    answer(() => answered(500))
    await payments()
    for (let days = 0; days < 5; days++) {
      await deliver()
      world.clock.pass(DAY)
    }
    await alter(unreadable)
    world.clock.pass(31 * DAY)
    await forgetDeliveries(world)
    expect(await world.db.selectFrom('webhookDeliveries').selectAll().execute()).toEqual([])
  })
})

test('a payment that somebody has altered is told of without its amount, and holds up no webhook', async () => {
  const { id } = (await hook({ url: OTHERS, includeAmounts: true })).webhook
  const [, alices] = await payments()
  await world.db
    .updateTable('transactions')
    .set({ amount: 'altered' as Sealed })
    .where('id', '=', alices ?? '')
    .execute()
  await deliver()
  const { data } = received.find(({ url, event }) => url === OTHERS && event.data.id === alices)?.event ?? {}
  expect(data).toEqual({ id: alices, walletId: expect.any(String), status: 'PENDING' })
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set([OTHERS, ALICES, BOBS]))
  expect((await alice.api.getWebhook({ id })).webhook).toMatchObject({ waiting: 0 })
  expect(await world.db.selectFrom('webhooks').select('id').where('waiting', '>', 0).execute()).toEqual([])
})

test('a row that is put right again goes on once its owner switches it on', async () => {
  const { content } = await state()
  await alter(unreadable)
  await payments()
  await deliver()
  await world.db.updateTable('webhooks').set({ content }).where('id', '=', altered).execute()
  await mallory.api.patchWebhook({ id: altered, enabled: true })
  received.length = 0
  const [mallorys] = await payments()
  await deliver()
  expect(received.filter(({ url }) => url === OTHERS).map(({ event }) => event.data.id)).toEqual([mallorys, mallorys])
})

test('where the keys themselves cannot be read nothing is set aside', async () => {
  await payments()
  const { open } = world.keys
  world.keys = {
    ...world.keys,
    open() {
      throw new Error('The master key does not fit this database.')
    },
  }
  await expect(deliver()).rejects.toThrow('The master key does not fit')
  world.keys = { ...world.keys, open }
  await deliver()
  expect(new Set(received.map(({ url }) => url))).toEqual(new Set([OTHERS, ALICES, BOBS]))
})
