import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTester, createTestWorld, walletWithMoney } from '../testing/test-world.ts'
import { down, up } from './migrations/0010-restores.ts'

test('legs are made anew with their attempts, and back, and nothing is lost', async () => {
  const world = await createTestWorld()
  const { id: walletId } = await walletWithMoney(await createTester(world))
  const mismatch = { handle: '0xaa', createdAt: 1 } as const
  const readers = [walletId, 'operator']
  for (const reader of readers)
    await world.db
      .insertInto('derivationMismatches')
      .values({ ...mismatch, reader })
      .execute()
  const read = async () => ({
    legs: await world.db.selectFrom('legs').selectAll().orderBy('id').execute(),
    attempts: await world.db.selectFrom('attempts').selectAll().orderBy('hash').execute(),
    broken: (await sql`pragma foreign_key_check`.execute(world.db)).rows,
  })
  const before = await read()
  expect(before.attempts.length).toBeGreaterThan(1)
  await world.db.deleteFrom('senders').execute()
  const migrating = world.db as unknown as Kysely<unknown>
  await migrating.transaction().execute(down)
  expect(await read()).toEqual(before)
  await migrating.transaction().execute(up)
  expect(await read()).toEqual({ ...before, broken: [] })
  const highest = before.legs.filter(({ sender }) => sender === before.legs[0]?.sender).map(({ nonce }) => nonce)
  const senders = await world.db.selectFrom('senders').selectAll().execute()
  expect(senders).toContainEqual({
    address: before.legs[0]?.sender,
    accounted: Math.max(...highest) + 1,
    target: null,
    since: null,
    replacedAtBlock: null,
    replacedAtNonce: null,
  })
  expect(await world.db.selectFrom('derivationMismatches').selectAll().execute()).toHaveLength(1)
  await world.db.destroy()
})
