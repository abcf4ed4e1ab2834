import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { atomically, cannotWrite, type Database, type Db } from './database.ts'
import { migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-commits-'))
  db = openSqlite(join(folder, 'sotto.db'))
  await migrate(db)
})

afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const add = (trx: Db, name: string, value = 'x') => trx.insertInto('secrets').values({ name, value }).execute()

/** As another process sees it: what is committed, and nothing else. */
async function committed(): Promise<string[]> {
  const other = openSqlite(join(folder, 'sotto.db'))
  const rows = await other.selectFrom('secrets').select('name').where('name', 'like', 'z%').orderBy('name').execute()
  await other.destroy()
  return rows.map(({ name }) => name)
}

test('what comes together is committed together, each done when all of it is there', async () => {
  const transactions = new Set<Db>()
  const seen: string[][] = []
  const work = Array.from({ length: 20 }, (_, index) =>
    atomically(db, async (trx) => {
      transactions.add(trx)
      await add(trx, `z${index + 10}`)
      seen.push(await committed())
      return index
    }).then(async (value) => [value, (await committed()).includes(`z${index + 10}`)]),
  )
  expect(await Promise.all(work)).toEqual(Array.from({ length: 20 }, (_, index) => [index, true]))
  expect(transactions.size).toBe(1)
  expect(seen.flat()).toEqual([])
})

test('a failure takes back nothing but its own', async () => {
  const failing = (name: string) =>
    atomically(db, async (trx) => {
      await add(trx, name)
      throw new Error(`not ${name}`)
    })
  const twice = atomically(db, (trx) => add(trx, 'z1')).then(() => atomically(db, (trx) => add(trx, 'z1')))
  const outcomes = await Promise.allSettled([
    twice,
    failing('z2'),
    atomically(db, (trx) => add(trx, 'z3')),
    failing('z4'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected'])
  expect(outcomes[1]).toMatchObject({ reason: new Error('not z2') })
  expect(await committed()).toEqual(['z1', 'z3'])
})

test('on a full disk what was done together fails together, nothing of it is there, and what waited goes on', async () => {
  const { rows } = await db.executeQuery<{ page_count: number }>(CompiledQuery.raw('pragma page_count'))
  await db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`))
  const large = 'x'.repeat(100_000)
  const work = ['z1', 'z2', 'z3'].map((name) => atomically(db, (trx) => add(trx, name, name === 'z2' ? large : 'x')))
  const [first, second, third] = await Promise.allSettled(work)
  for (const one of [first, second]) expect(one?.status === 'rejected' && cannotWrite(one.reason)).toBe(true)
  expect(third?.status).toBe('fulfilled')
  expect(await committed()).toEqual(['z3'])
})

test('what another process holds up is refused to all who wait, and goes on afterwards', async () => {
  const other = openSqlite(join(folder, 'sotto.db'))
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = atomically(other, async (trx) => {
    await add(trx, 'z0')
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const outcomes = await Promise.allSettled(['z1', 'z2'].map((name) => atomically(db, (trx) => add(trx, name))))
  expect(outcomes.every((one) => one.status === 'rejected' && cannotWrite(one.reason))).toBe(true)
  held.resolve()
  await holding
  await atomically(db, (trx) => add(trx, 'z3'))
  await other.destroy()
  expect(await committed()).toEqual(['z0', 'z3'])
})
