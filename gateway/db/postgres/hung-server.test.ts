import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refused } from '#shared/refusal-codes.ts'
import { type Detour, detourTo } from '../../testing/postgres/cut.ts'
import { newDatabase } from '../../testing/postgres/databases.ts'
import { createTester, createTestWorld, walletWithMoney } from '../../testing/test-world.ts'
import { atomically, type Database, DatabaseGone, withLongStatements } from '../database.ts'
import { openPostgres } from './open.ts'

/** Many times what an answer takes here. */
const ANSWER_MS = 3_000

let detour: Detour
let db: Database

beforeEach(async () => {
  detour = await detourTo(await newDatabase())
  db = openPostgres(detour.url, { answerMs: ANSWER_MS })
})
afterEach(async () => {
  await db.destroy()
  await detour.close()
})

const insert = (id: string) =>
  atomically(db, (trx) => trx.insertInto('loginAttempts').values({ id, who: 'x', at: 1 }).execute()).then(
    () => 'stored',
    (error: unknown) => error,
  )
const stored = async () => {
  const rows = await db.selectFrom('loginAttempts').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('a server whose machine lost its power, and whose successor answers, holds up what waits behind one statement', async () => {
  expect(await insert('before')).toBe('stored')
  detour.losePower()
  const [first, second] = await Promise.all([insert('first'), insert('second')])
  expect([first, second]).toEqual([expect.any(DatabaseGone), 'stored'])
  expect(await stored()).toEqual(['before', 'second'])
})

test('where nobody answers at all, who is in line waits for one attempt to connect, not for one after the other', async () => {
  let attempts = 0
  const mute = createServer((socket) => {
    attempts++
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const away = openPostgres(`postgres://127.0.0.1:${port}/nobody`, { answerMs: ANSWER_MS })
  const read = () => atomically(away, (trx) => trx.selectFrom('leases').selectAll().execute())
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, read))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect(attempts).toBe(1)
  await away.destroy()
  mute.close()
})

test('a transaction that waited for such a server in its middle is taken back, and the next one is stored', async () => {
  const hung = atomically(db, async (trx) => {
    await trx.insertInto('loginAttempts').values({ id: 'hung', who: 'x', at: 1 }).execute()
    detour.losePower()
    await trx.selectFrom('loginAttempts').select('id').execute()
  })
  const next = insert('next')
  await expect(hung).rejects.toThrow(DatabaseGone)
  expect([await next, await stored()]).toEqual(['stored', ['next']])
})

test('the connection of a statement that had no answer is not used again', async () => {
  expect(await stored()).toEqual([])
  detour.losePower()
  await expect(stored()).rejects.toThrow(DatabaseGone)
  expect(await stored()).toEqual([])
})

test('a statement of a migration may take longer', async () => {
  const slow = () => sql`select pg_sleep(${(1.2 * ANSWER_MS) / 1000})`.execute(db)
  await expect(slow()).rejects.toThrow(/no answer within 3 s/)
  await expect(withLongStatements(slow)).resolves.toBeDefined()
})

test('a payment that stood for ten minutes behind a transaction that hung is not carried out any more', async () => {
  const world = await createTestWorld({ SOTTO_LIMIT_FAUCET: '10000', SOTTO_LIMIT_GAS: '100' })
  const tester = await createTester(world)
  const wallet = await walletWithMoney(tester)
  const to = world.chain.wallets.create().address
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const inLine = Promise.withResolvers<void>()
  world.step = (step) => {
    if (step === 'before storing legs') inLine.resolve()
  }
  // Begins when nothing else writes any more before the payment.
  let hanging: Promise<void> | undefined
  const { run } = world.locks
  world.locks.run = async (name, work) => {
    if (name.startsWith('sender:')) {
      hanging = atomically(world.db, () => {
        begun.resolve()
        return gate.promise
      })
      await begun.promise
    }
    return run(name, work)
  }
  const told = tester.api.transfer({ walletId: wallet.id, to, amount: '1', token: 'STABLE' }).then(
    () => 'made',
    (error: unknown) => (error instanceof Refused ? `${error.status} ${error.code}` : String(error)),
  )
  await inLine.promise
  world.clock.pass(10 * 60_000)
  gate.resolve()
  await hanging
  const outcome = await told
  const stored = await world.db.selectFrom('transactions').select('id').where('toAddress', '=', to).execute()
  expect({ outcome, stored: stored.length }).toEqual({ outcome: '503 overloaded', stored: 0 })
})
