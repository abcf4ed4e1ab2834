import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENTS_KEPT_MS } from '#shared/limits.ts'
import { TransactionStatus as Statuses, type TransactionStatus } from '#shared/model/transaction.ts'
import { atomically } from '../db/database.ts'
import { createTester, createTestWorld, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { unmarked } from '../transactions/states-fixture.ts'
import { findTransaction } from '../transactions/store.ts'
import { insertTransaction, moveTransaction } from '../transactions/write-store.ts'
import { forgetNews } from './keep-forgetting.ts'
import { type Place, placeOf } from './place.ts'
import { append, beginAnew, endOf, headsOf, newsAfter, newsSince } from './store.ts'

const told = (world: TestWorld) => world.db.selectFrom('outbox').selectAll().orderBy('sequence').execute()

async function stage() {
  const world = await createTestWorld()
  const { api, accountId } = await createTester(world)
  const walletId = (await api.createWallet({ type: 'custodial' })).wallet.id
  const insert = async (id: string) =>
    atomically(world.db, (trx) =>
      insertTransaction(trx, world.keys, {
        ...{ id, accountId, walletId, type: 'TRANSFER', status: 'PENDING', units: 1n, token: 'STABLE' },
        ...{ confidential: false, from: null, to: null, externalId: null, txHash: null, error: null, now: 1 },
      }),
    )
  return { world, accountId, walletId, insert }
}

test('whatever statuses transactions go through, the news tell every one of them, in order and without a gap', async () => {
  const move = fc.tuple(fc.nat(3), fc.constantFrom(...Statuses.options))
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 30 }), async (moves) => {
      const { world, accountId, insert } = await stage()
      const been = new Map<string, TransactionStatus[]>()
      for (const id of ['a', 'b', 'c', 'd']) {
        await insert(id)
        been.set(id, ['PENDING'])
      }
      for (const [index, status] of moves) {
        const id = 'abcd'[index] ?? 'a'
        const before = await findTransaction(world.db, world.keys, id)
        if (before === undefined) throw new Error('it is gone')
        const changes = before.status !== status
        await moveTransaction(world.db, world.keys, before, { state: unmarked(status), waitingFor: null }, 2)
        if (changes) been.get(id)?.push(status)
      }
      const rows = await told(world)
      for (const [id, statuses] of been) {
        const own = rows.filter((row) => row.kind === 'transaction' && row.subject === id && row.status !== null)
        expect(own.map(({ status }) => status)).toEqual(statuses)
      }
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
      expect((await headsOf(world.db, [accountId])).get(accountId)).toBe(rows.length)
      await world.db.destroy()
    }),
    { numRuns: 25 },
  )
})

test('what is rolled back is not told', async () => {
  const { world, insert } = await stage()
  await insert('a')
  const before = await findTransaction(world.db, world.keys, 'a')
  if (before === undefined) throw new Error('it is gone')
  const fails = moveTransaction(world.db, world.keys, before, { state: 'settled', waitingFor: null }, 2, async () => {
    throw new Error('the disk is full')
  })
  await expect(fails).rejects.toThrow('the disk is full')
  expect((await findTransaction(world.db, world.keys, 'a'))?.status).toBe('PENDING')
  expect(await told(world)).toHaveLength(1)
})

test('every status that a whole payment shows was told, and its wallet named', async () => {
  const world = await createTestWorld({ SOTTO_RECEIPT_WAIT_MS: '2000' })
  const tester = await createTester(world)
  const { id } = await walletWithMoney(tester)
  const rows = await told(world)
  expect(rows.map(({ kind, status }) => [kind, status])).toEqual([
    ...[
      ['transaction', 'PENDING'],
      ['transaction', 'SETTLED'],
      ['balance', null],
    ],
    ...[
      ['transaction', 'PENDING'],
      ['transaction', 'SETTLED'],
      ['balance', null],
    ],
  ])
  expect(new Set(rows.map(({ walletId }) => walletId))).toEqual(new Set([id]))
})

test('writers at once, of several accounts in any order, each count their own', async () => {
  const { world, accountId, walletId } = await stage()
  const other = await createTester(world)
  const news = (accountId: string) => ({
    accountId,
    walletId: walletId,
    kind: 'balance' as const,
    subject: walletId,
  })
  const both = [news(other.accountId), news(accountId), news(accountId)]
  await Promise.all(Array.from({ length: 20 }, () => atomically(world.db, (trx) => append(trx, both, 1))))
  const heads = await headsOf(world.db, [accountId, other.accountId])
  expect(Object.fromEntries(heads)).toEqual({ [accountId]: 40, [other.accountId]: 20 })
  expect((await newsAfter(world.db, accountId, 38, 10)).map(({ sequence }) => sequence)).toEqual([39, 40])
})

test('what is older than 72 hours is forgotten, and nobody goes on from before it', async () => {
  const { world, accountId, walletId } = await stage()
  const { db, keys, clock } = world
  const news = { accountId: accountId, walletId: walletId, kind: 'balance' as const, subject: walletId }
  await append(db, [news, news], clock.now())
  clock.pass(EVENTS_KEPT_MS)
  await append(db, [news], clock.now())
  await forgetNews(world)
  const places = [
    { sequence: 0 },
    ...(await newsAfter(db, accountId, 0, 3)).map((row) => placeOf(keys, row)),
    { sequence: 4 },
  ]
  const since = (place: Place) => newsSince(db, keys, accountId, place, 10)
  expect(await since({ sequence: 0 })).toHaveLength(3)
  clock.pass(1)
  await forgetNews(world)
  const kept = await Promise.all(places.map(async (place) => (await since(place))?.length))
  expect(kept).toEqual([undefined, undefined, 1, 0, undefined])
})

test('after the restore of a backup nobody goes on from a number that means something else now', async () => {
  const { world, accountId, walletId } = await stage()
  const quiet = await createTester(world)
  const news = { accountId: accountId, walletId: walletId, kind: 'balance' as const, subject: walletId }
  await append(world.db, [news, news, news], 1)
  await beginAnew(world.db, world.clock.now())
  // Of an account that nothing was told of at the time of the backup, something may have been told since.
  expect((await headsOf(world.db, [quiet.accountId])).get(quiet.accountId)).toBeGreaterThan(1_000_000)
  await append(world.db, [news], 2)
  const { sequence: head } = await endOf(world.db, world.keys, accountId)
  const since = (sequence: number) => newsSince(world.db, world.keys, accountId, { sequence }, 10)
  expect(await since(head - 1)).toHaveLength(1)
  for (const before of [2, 3, 500]) expect(await since(before)).toBeUndefined()
})

test('after a restore with a clock that is behind that of another restore, no number is given again', async () => {
  const { world, accountId, walletId } = await stage()
  const news = { accountId: accountId, walletId: walletId, kind: 'balance' as const, subject: walletId }
  await beginAnew(world.db, world.clock.now() + 60 * 60_000)
  await append(world.db, [news, news], 1)
  const { sequence: backedUp } = await endOf(world.db, world.keys, accountId)
  await append(world.db, [news, news, news], 2)
  const had = await newsAfter(world.db, accountId, backedUp, 3)
  await world.db.deleteFrom('outbox').where('sequence', '>', backedUp).execute()
  await world.db.updateTable('outboxHeads').set({ sequence: backedUp }).where('accountId', '=', accountId).execute()
  await beginAnew(world.db, world.clock.now())
  const since = (place: Place) => newsSince(world.db, world.keys, accountId, place, 10)
  for (const more of [0, 1]) {
    await append(world.db, Array(more).fill(news), 3)
    for (const row of had) expect(await since(placeOf(world.keys, row))).toBeUndefined()
  }
})
