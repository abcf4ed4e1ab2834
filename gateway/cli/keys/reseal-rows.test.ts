import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Hex } from '#shared/model/ids.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { atomically, type Database } from '../../db/database.ts'
import { openSqlite } from '../../db/sqlite.ts'
import { systemClock } from '../../world/clock.ts'
import { inStore, sotto } from '../attack-fixture.ts'
import { administer, dir } from '../server-admin-fixture.ts'
import { handOver } from './master-key.ts'
import { resealRows } from './reseal-rows.ts'

administer()

const ROWS = 450
const nameOf = (index: number): Hex => `0x${String(index).padStart(64, '0')}`
const amountsOf = async (db: Database) =>
  (await db.selectFrom('plaintexts').select('amount').orderBy('handle').execute()).map(({ amount }) => amount)

async function fill(db: Database, keys: Keyring): Promise<void> {
  await atomically(db, async (trx) => {
    for (let index = 0; index < ROWS; index++) {
      const handle = nameOf(index)
      const amount = keys.seal({ table: 'plaintexts', column: 'amount', row: handle }, '5')
      await trx.insertInto('plaintexts').values({ handle, amount, origin: 'decrypted', createdAt: 1 }).execute()
    }
  })
}

test('after each batch another process may write, and a batch goes on behind the last', async () => {
  await sotto('migrate')
  await inStore(async ({ db, keys, dir: at }) => {
    await fill(db, keys)
    const [first] = await amountsOf(db)
    await handOver(db, at, async () => {}, 'new data key')
    keys.refresh()
    const other = openSqlite(join(dir(), 'sotto.db'), 0)
    const rested: number[] = []
    vi.spyOn(systemClock, 'sleep').mockImplementation(async (ms) => {
      rested.push(ms)
      // What a gateway that has the old key yet seals late, in a row that is done.
      await sql`update plaintexts set amount = ${first} where handle = ${nameOf(0)}`.execute(other)
    })
    expect(await resealRows(db, keys, () => {})).toBe(ROWS)
    expect(rested).toHaveLength(3)
    expect(Math.min(...rested)).toBeGreaterThanOrEqual(30)
    const [late, ...rest] = await amountsOf(db)
    expect(late).toBe(first)
    expect(rest.every((amount) => amount.startsWith('v2.'))).toBe(true)
    vi.restoreAllMocks()
    expect(await resealRows(db, keys, () => {})).toBe(1)
    await other.destroy()
  })
})

test('after a rotation no file of the database has values that were deleted before it, or values under the old key', async () => {
  await sotto('migrate')
  const old = await inStore(async ({ db, keys }) => {
    await fill(db, keys)
    const amounts = await amountsOf(db)
    await sql`delete from plaintexts where handle < ${nameOf(300)}`.execute(db)
    return amounts
  })
  expect((await sotto('master-key', 'rotate')).out).toContain('sealed anew.')
  const files = readdirSync(dir()).filter((name) => name.startsWith('sotto.db'))
  const text = files.map((name) => readFileSync(join(dir(), name), 'latin1')).join()
  expect(old.filter((amount) => text.includes(amount))).toEqual([])
})
