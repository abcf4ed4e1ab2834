import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import { readConfig } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { bareDatabase } from '../../testing/postgres/databases.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../testing/test-world.ts'
import { systemClock } from '../../world/clock.ts'
import { checkDatabase } from '../doctor/database/database.ts'
import { aheadOf, describeAhead } from '../doctor/database/failover.ts'
import { keepHead } from '../keys/audit-head.ts'
import { keepServer, SERVER_FILE } from '../keys/kept-server.ts'
import { openStore, type Store } from '../open-store.ts'
import { administer, dir, env, sotto } from '../server-admin-fixture.ts'

administer()

let settings: Record<string, string>
beforeEach(async () => {
  settings = { DATABASE_URL: await bareDatabase() }
})

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(readConfig(env(settings)))
  return work(store).finally(() => store.db.destroy())
}

const doctor = () => checkDatabase(readConfig(env(settings)), dir(), systemClock)
const told = async () => (await doctor()).filter(({ state }) => state !== 'ok')
const file = () => join(dir(), SERVER_FILE)

/** What a failover loses: the last entries, of which this machine has seen the head. */
async function loseLast({ db }: Store, count: number): Promise<void> {
  await sql`drop trigger events_append_only on events`.execute(db)
  await sql`delete from events where position > (select max(position) from events) - ${sql.lit(count)}`.execute(db)
}

test('entries that a failover has lost are no reason to restore a backup over what is left', async () => {
  await inStore(async (store) => {
    for (let count = 0; count < 5; count++) await auditAdmin(store, null, 'backup.made')
    await keepHead(store.db, store.dir)
    await loseLast(store, 2)
  })
  const [found] = await told()
  expect(found).toMatchObject({ what: 'database', state: 'bad', says: expect.stringContaining('audit log is broken') })
  expect(found?.mend).toContain('"After a failover" in gateway/docs/postgresql.md')
  expect(found?.mend).toContain('restore no backup over it')
  expect(found?.mend).not.toContain('--force')
  await sotto('audit --acknowledge', settings)
  expect(await told()).toEqual([])
})

test('of two gateways each acknowledges what it had seen itself, and neither forgets it beside more entries', async () => {
  const other = join(dir(), 'of-another-gateway')
  mkdirSync(other, { recursive: true })
  const doctorOf = async (folder: string) => checkDatabase(readConfig(env(settings)), folder, systemClock)
  const broken = async (folder: string) => (await doctorOf(folder)).some(({ state }) => state === 'bad')
  await inStore(async (store) => {
    for (let count = 0; count < 5; count++) await auditAdmin(store, null, 'backup.made')
    for (const folder of [store.dir, other]) expect(await keepHead(store.db, folder)).toBe(true)
    await loseLast(store, 2)
    for (let count = 0; count < 9; count++) await auditAdmin(store, null, 'backup.made')
    for (const folder of [store.dir, other]) expect(await keepHead(store.db, folder)).toBe(false)
  })
  expect([await broken(dir()), await broken(other)]).toEqual([true, true])
  await sotto('audit --acknowledge', settings)
  expect([await broken(dir()), await broken(other)]).toEqual([false, true])
})

test('a server that was promoted shows until somebody has looked, however often a gateway starts', async () => {
  await inStore((store) => keepServer(store.db, store.dir))
  expect(await told()).toEqual([])
  const kept = readFileSync(file(), 'utf8')
  expect(kept).toMatch(/^\d{10,20} 1\n$/)
  const [system = ''] = kept.split(' ')
  // As though the gateway had first met the server before its predecessor's end.
  writeFileSync(file(), `${system} 0\n`)
  await inStore((store) => keepServer(store.db, store.dir))
  expect(await told()).toEqual([
    {
      what: 'failover',
      state: 'warn',
      says: expect.stringContaining('another server was promoted (timeline 0 before, 1 now)'),
      mend: expect.stringContaining('"After a failover" in gateway/docs/postgresql.md, and restore no backup over it'),
    },
  ])
  writeFileSync(file(), '7000000000000000001 1\n')
  expect((await told())[0]?.says).toContain('on another server than before')
  expect((await sotto('audit --acknowledge', settings)).out).toContain('on another server than before')
  expect([await told(), readFileSync(file(), 'utf8')]).toEqual([[], kept])
})

test('documents and words agree', () => {
  expect(readFileSync('gateway/docs/postgresql.md', 'utf8')).toMatch(/^## After a failover$/m)
})

test('what the chain has and the database has forgotten is counted, by sender', async () => {
  const world: TestWorld = await createTestWorld()
  const tester: Tester = await createTester(world)
  const { id: walletId, address } = await walletWithMoney(tester)
  const look = async () => describeAhead(await aheadOf(world.db as Db, (sender) => world.chain.nonce(sender)))
  expect(await look()).toMatchObject([{ state: 'ok' }])
  const to = world.chain.wallets.create().address
  const { transaction } = await tester.api.transfer({ walletId, to, amount: '1', token: 'STABLE' })
  // The payment's rows are gone with the server that had them.
  const legs = world.db.selectFrom('legs').select('id').where('transactionId', '=', transaction.id)
  await world.db.deleteFrom('attempts').where('legId', 'in', legs).execute()
  await world.db.deleteFrom('legs').where('transactionId', '=', transaction.id).execute()
  await world.db.updateTable('senders').set({ accounted: 0 }).where('address', '=', address).execute()
  const [found] = await look()
  expect(found).toMatchObject({
    state: 'warn',
    says: expect.stringContaining(
      `the chain has 1 transaction that the database has forgotten, or that another gateway sent with these keys: ${address} (1)`,
    ),
    mend: expect.stringContaining('After a failover'),
  })
})
