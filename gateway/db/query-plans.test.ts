import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Policy } from '#shared/model/policy.ts'
import { settled } from '../batches/batches-fixture.ts'
import { round as payBatches } from '../batches/run/run-batches.ts'
import { lookAfterRequests } from '../collections/keep-collecting.ts'
import { createMetrics } from '../monitoring/metrics.ts'
import { createChecks } from '../monitoring/readiness.ts'
import { forgetNews } from '../outbox/keep-forgetting.ts'
import { setPolicy } from '../policies/store.ts'
import { requestsById } from '../requests/store.ts'
import { createTester, createTestWorld, type Tester, type TestWorld, walletWithMoney } from '../testing/test-world.ts'
import { look } from '../transactions/arrivals/look-fixture.ts'
import { reconcileAtStart } from '../transactions/rebuilding/keep-reconciling-fixture.ts'
import { forgetBytes } from '../transactions/unmined/forget-bytes.ts'
import { round } from '../transactions/worker.ts'
import { forgetDeliveries } from '../webhooks/deliver/forget.ts'
import { createDeliverer } from '../webhooks/deliver/keep-delivering.ts'
import { atomically } from './database.ts'

/** Tables that grow with each payment, event, or read. */
const GROWING = [
  'arrivals',
  'attempts',
  'batch_rows',
  'batches',
  'events',
  'faucet_grants',
  'idempotency_keys',
  'legs',
  'outbox',
  'paid_hashes',
  'plaintexts',
  'requests',
  'transactions',
  'webhook_deliveries',
]
/** Indexes that hold only what has not ended, so that all of one is not much. */
const SMALL =
  /USING (COVERING )?INDEX (batch_rows_underway|batches_running|legs_unconfirmed|transactions_in_flight|transactions_amount_unknown|transactions_owed)$/

/** All that an account, a wallet or a webhook has, where what is asked for has a name of its own. */
const BROAD = /^SEARCH \w+ USING (COVERING )?INDEX \w+ \((account_id|webhook_id)=\?( AND (state|status)=\?)?\)$/
const NAMED = /"(id|event_id|subject)" in \(\?/
/** A list as long as they get: of few an engine may go another way. */
const IN_LIST = /\bin \(\?(, \?)*\)/g
const LONG_LIST = `in (${Array(20).fill('?').join(', ')})`

let folder: string
/** Every statement that is prepared. */
const texts = new Set<string>()
const { prepare } = Sqlite.prototype

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sotto-plans-'))
  texts.clear()
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
    texts.add(text)
    return prepare.call(this, text)
  } as typeof prepare)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Everything that a gateway does all the time, or while somebody waits. */
async function live(mode: 'float' | 'backed'): Promise<string> {
  const file = join(folder, `${mode}.db`)
  const settings = { SOTTO_REDEEM_MODE: mode, SOTTO_LIMIT_WRITES: '100000', SOTTO_LIMIT_READS: '100000' }
  const world = await createTestWorld(settings, file)
  const { chain, clock } = world
  chain.ledger.holder(chain.operator.address).stable = 1_000_000_000n
  const owner = await createTester(world)
  const { api } = owner
  const tester = await createTester(world)
  texts.clear()
  const start = reconcileAtStart(world, 'none')
  const [one, other] = [await walletWithMoney({ api }), await walletWithMoney(tester)]
  await start
  const pay = { walletId: one.id, to: other.address, amount: '1', externalId: 'rent' }
  // Each payment sums what counts against the limits.
  const limits = Policy.parse({ maxPerDay: '1000', maxPerMonth: '1000' })
  await atomically(world.db, (db) => setPolicy(db, world.keys, 'account', owner.accountId, limits))
  const { id } = (await api.transfer(pay)).transaction
  await api.transfer({ ...pay, token: 'STABLE' }, { idempotencyKey: 'once' })
  await api.redeem({ walletId: one.id, amount: '2' })
  for (let rounds = 0; rounds < 5; rounds++) {
    clock.pass(10_000)
    await Promise.all([round(world), look(world)])
  }
  for (const filter of [{}, { direction: 'all' as const }, { status: 'SETTLED' as const }, { type: 'REDEEM' as const }])
    for (const walletId of [{}, { walletId: one.id }]) await api.listTransactions({ ...filter, ...walletId })
  await api.listTransactions({ externalId: 'rent' })
  await payBatch(world, api, one.id)
  await tellWebhooks(world, api, one.id)
  const asked = { walletId: one.id, amount: '1', externalId: 'rent' }
  const { request } = await api.createRequest(asked, { idempotencyKey: 'order' })
  const brief = new Date(clock.now() + 1_000).toISOString()
  await api.createRequest({ walletId: one.id, expiresAt: brief })
  await tester.api.transfer({ walletId: other.id, requestId: request.id })
  clock.pass(60_000)
  for (let rounds = 0; rounds < 3; rounds++) await lookAfterRequests(world)
  for (const filter of [{}, { status: 'PAID' as const }, { externalId: 'rent' }, { walletId: one.id }])
    await api.listRequests(filter)
  await api.getRequest({ id: request.id })
  await requestsById(world.db, world.keys, [request.id])
  await api.getTransactionNota({ id })
  await Promise.all([api.getBalances({}), api.getWallet({ id: one.id }), api.getTransaction({ id })])
  await createMetrics(world, createChecks(world)).text()
  await forgetNews(world)
  await forgetBytes(world)
  await world.db.destroy()
  return file
}

/** From the draft to the end, with all that a person asks meanwhile. */
async function payBatch(world: TestWorld, api: Tester['api'], walletId: string): Promise<void> {
  const row = { walletId, amount: '0.01', to: `0x${'1'.repeat(40)}` }
  const { id } = (await api.createBatch({ rows: [row, row] }, { idempotencyKey: 'batch' })).batch
  // The start of a batch compares its rows with the single payments since its draft.
  world.clock.pass(1)
  await api.transfer({ ...row, amount: '0.02' })
  await api.startBatch({ id })
  await api.pauseBatch({ id })
  await api.resumeBatch({ id })
  for (let rounds = 0; rounds < 5; rounds++) {
    await payBatches(world)
    await settled(world)
    world.clock.pass(10_000)
    await round(world)
  }
  await Promise.all([
    api.listBatches({}),
    api.listBatchRows({ id, status: 'SETTLED' }),
    api.batchResult({ id }),
    api.batchReceipts({ id }),
  ])
  await api.retryBatch({ id })
  const other = (await api.createBatch({ rows: [row] })).batch.id
  await api.cancelBatch({ id: other })
}

/** To a receiver that takes nothing at first, with all that its account asks meanwhile. */
async function tellWebhooks(world: TestWorld, api: Tester['api'], walletId: string): Promise<void> {
  let status = 500
  world.post = async () => ({ is: 'answered', status })
  const terms = { url: 'https://shop.example.org/', events: ['transaction.settled' as const] }
  const { id } = (await api.createWebhook(terms)).webhook
  const deliverer = createDeliverer(world)
  for (let rounds = 0; rounds < 6; rounds++) {
    await api.fund({ walletId, amount: '1' })
    await deliverer.look()
    await deliverer.ended()
    world.clock.pass(24 * 60 * 60_000)
    if (rounds === 4) {
      await forgetDeliveries(world)
      status = 200
    }
  }
  for (const filter of [{}, { state: 'delivered' as const }]) {
    const { items } = await api.listDeliveries({ id, ...filter, pageSize: 1 })
    await api.listDeliveries({ id, ...filter, after: items[0]?.id ?? '' })
  }
  const { items } = await api.listDeliveries({ id })
  await api.redeliver({ id, deliveryId: items[0]?.id ?? '' })
  await api.redeliverRange({ id, from: '2026-01-01T00:00:00Z' })
  await api.testWebhook({ id })
  await api.patchWebhook({ id, url: 'https://shop.example.org/other' })
  await Promise.all([api.listWebhooks({}), api.getWebhook({ id })])
  await forgetDeliveries(world)
  await api.deleteWebhook({ id })
}

/** Steps of the plans of all prepared statements that go through a whole growing table, or through all rows of one account in it. */
function scansIn(file: string): string[] {
  const db = new Sqlite(file)
  const plans = [...new Set([...texts].flatMap((text) => [text, text.replaceAll(IN_LIST, LONG_LIST)]))].filter((text) =>
    /^(select|update|delete|insert|with)\b/.test(text),
  )
  expect(plans.length).toBeGreaterThan(60)
  const isScan = (detail: string, text: string) =>
    GROWING.some((table) => new RegExp(`^SCAN ${table}\\b`).test(detail)) &&
    !SMALL.test(detail) &&
    // The newest alone, from the end of its index.
    !(/^SCAN arrivals USING COVERING INDEX/.test(detail) && text.endsWith('order by "block_number" desc limit ?')) &&
    // The last entry of the log.
    !(detail === 'SCAN events' && text.endsWith('order by "position" desc limit ?')) &&
    // Of a row that is made nothing can refer to it yet: only where a transaction has broken a reference is this done.
    !(/^SCAN paid_(burns|hashes)$/.test(detail) && text.startsWith('insert'))
  const scans = plans.flatMap((text) => {
    const values = Array<null>((text.match(/\?/g) ?? []).length).fill(null)
    const steps = prepare.call(db, `explain query plan ${text}`).all(values) as { detail: string }[]
    const isBroad = (detail: string) =>
      NAMED.test(text) && BROAD.test(detail) && GROWING.some((table) => detail.startsWith(`SEARCH ${table} `))
    return steps.flatMap(({ detail }) => (isScan(detail, text) || isBroad(detail) ? [`${detail}: ${text}`] : []))
  })
  db.close()
  return scans
}

test.each(['float', 'backed'] as const)(
  'nothing that a gateway does all the time grows with its past (%s)',
  async (mode) => {
    expect(scansIn(await live(mode))).toEqual([])
  },
)

test('what would be found', async () => {
  const file = await live('float')
  expect([...texts].some((text) => text.includes('coalesce(reserved_at, created_at)'))).toBe(true)
  texts.add('select "id" from "transactions" where "amount" = ?')
  expect(scansIn(file).at(-1)).toContain('SCAN transactions: select "id"')
  texts.add('select * from "requests" where "account_id" = ? and "id" in (?)')
  expect(scansIn(file).at(-1)).toContain('requests_of_account_by_status (account_id=?): select *')
})
