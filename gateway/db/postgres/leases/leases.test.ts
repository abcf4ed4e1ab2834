import { beforeEach, expect, test } from 'vitest'
import { newDatabase, openBeside, openMade } from '../../../testing/postgres/databases.ts'
import type { LockName } from '../../../world/locks.ts'
import { atomically, type Database, isConflict, isDuplicate } from '../../database.ts'
import { createLeases } from './leases.ts'

const name: LockName = 'sender:0x00000000000000000000000000000000000000aa'

let db: Database
let other: Database

beforeEach(async () => {
  db = openMade(await newDatabase())
  other = openBeside(db)
})

const insert = (on: Database, id: string) =>
  atomically(on, (trx) => trx.insertInto('loginAttempts').values({ id, who: 'x', at: 1 }).execute())
const stored = () => db.selectFrom('loginAttempts').select('id').execute()
/** As if the process that holds it had stood still until after its end. */
const expire = () => other.updateTable('leases').set({ until: 0 }).where('name', '=', name).execute()

test('who has the lease works alone, in whichever process', async () => {
  let inside = 0
  const most: number[] = []
  const locks = [createLeases(db), createLeases(other)]
  const work = async () => {
    most.push(++inside)
    await stored()
    inside--
  }
  await Promise.all(Array.from({ length: 10 }, (_, index) => locks[index % 2]?.run(name, work)))
  expect(most).toEqual(Array.from({ length: 10 }, () => 1))
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('the lease of a process that was killed is taken over at its end', async () => {
  await db
    .insertInto('leases')
    .values({ name, owner: 'killed', until: Date.now() + 300 })
    .execute()
  let taken = false
  const waiting = createLeases(other).run(name, async () => {
    taken = true
  })
  expect(taken).toBe(false)
  await waiting
  expect(taken).toBe(true)
})

test('nothing commits under a lease that ran out, whether or not somebody else has it', async () => {
  const locks = createLeases(db)
  const slow = locks.run(name, async () => {
    await expire()
    await insert(db, 'late')
  })
  await expect(slow).rejects.toThrow(/ran out/)
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const late = locks.run(name, async () => {
    begun.resolve()
    await goOn.promise
    await insert(db, 'late')
  })
  await begun.promise
  await expire()
  await createLeases(other).run(name, async () => {
    await insert(other, 'taker')
    goOn.resolve()
    await late.catch(() => undefined)
  })
  await expect(late).rejects.toThrow(/ran out/)
  expect(await stored()).toEqual([{ id: 'taker' }])
})

test('work that ends badly gives its lease back', async () => {
  const locks = createLeases(db)
  await expect(locks.run(name, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
})

test('of transactions that look first and write then, one runs again and sees what the other wrote', async () => {
  const looked: number[] = []
  const both = Promise.withResolvers<void>()
  const countAndAdd = (on: Database, id: string) =>
    atomically(on, async (trx) => {
      const rows = await trx.selectFrom('loginAttempts').select('id').where('who', '=', 'x').execute()
      if (looked.push(rows.length) === 2) both.resolve()
      await both.promise
      await trx.insertInto('loginAttempts').values({ id, who: 'x', at: rows.length }).execute()
    })
  await Promise.all([countAndAdd(db, 'one'), countAndAdd(other, 'two')])
  const rows = await db.selectFrom('loginAttempts').select('at').orderBy('at').execute()
  expect(rows.map(({ at }) => at)).toEqual([0, 1])
  expect(looked).toEqual([0, 0, 1])
})

test('a duplicate is named by its table, a conflict is none', async () => {
  await insert(db, 'one')
  const error = await insert(db, 'one').catch((thrown: unknown) => thrown)
  expect([isDuplicate(error), isDuplicate(error, 'loginAttempts'), isDuplicate(error, 'legs')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isConflict(error)).toBe(false)
})

test('numbers are numbers, and one that would not be exact is refused', async () => {
  const at = Number.MAX_SAFE_INTEGER
  await db.insertInto('loginAttempts').values({ id: 'far', who: 'x', at }).execute()
  expect((await db.selectFrom('loginAttempts').select('at').executeTakeFirst())?.at).toBe(at)
  const { sql } = await import('kysely')
  await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(/too large/)
})

test('of two gateways one has the turn, until it ends it, is killed, or has had it for long', async () => {
  let now = 0
  const clock = { elapsed: () => now }
  const [one, two] = [createLeases(db, clock), createLeases(other, clock)]
  const both = async () => [await one.hasTurn('turn:worker'), await two.hasTurn('turn:worker')]
  expect(await both()).toEqual([true, false])
  expect(await both()).toEqual([true, false])
  await one.endTurn('turn:worker')
  expect(await two.hasTurn('turn:worker')).toBe(true)
  expect(await both()).toEqual([false, true])
  await other.updateTable('leases').set({ until: 0 }).execute()
  expect(await both()).toEqual([true, false])
  now += 30_000
  expect(await both()).toEqual([false, true])
  now += 5_000
  expect(await both()).toEqual([false, true])
})

test('a turn ends after its time though another gateway has another turn, and takes no other with it', async () => {
  let now = 0
  const clock = { elapsed: () => now }
  const [one, two] = [createLeases(db, clock), createLeases(other, clock)]
  expect(await two.hasTurn('turn:batches')).toBe(true)
  expect(await one.hasTurn('turn:worker')).toBe(true)
  now += 29_000
  expect([await one.hasTurn('turn:batches'), await one.hasTurn('turn:requests')]).toEqual([false, true])
  now += 1_000
  expect([await one.hasTurn('turn:worker'), await one.hasTurn('turn:requests')]).toEqual([false, true])
})
