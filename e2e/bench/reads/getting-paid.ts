import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Address } from '#shared/model/ids.ts'
import { createApp } from '../../../gateway/app.ts'
import { lookAfterRequests } from '../../../gateway/collections/keep-collecting.ts'
import { sealText, sealUnits } from '../../../gateway/crypto/amounts.ts'
import { createMetrics } from '../../../gateway/monitoring/metrics.ts'
import { createChecks } from '../../../gateway/monitoring/readiness.ts'
import { forgetNews } from '../../../gateway/outbox/keep-forgetting.ts'
import { endOf, newsSince } from '../../../gateway/outbox/store.ts'
import { createOutsider, type Outsider } from '../../../gateway/testing/outsider.ts'
import {
  createTester,
  createTestWorld,
  type Tester,
  type TestWorld,
  walletWithMoney,
} from '../../../gateway/testing/test-world.ts'
import { look } from '../../../gateway/transactions/arrivals/look-fixture.ts'
import { forgetDeliveries } from '../../../gateway/webhooks/deliver/forget.ts'
import { createDeliverer, type Deliverer } from '../../../gateway/webhooks/deliver/keep-delivering.ts'
import { median } from '../kit/report.ts'

const FEW = 1_000
const MANY = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = Number(process.argv[3] ?? 40)
const WARM = 5

/**
 * `node e2e/bench/reads/getting-paid.ts [rows] [rounds]`: an account with a thousand requests, events and deliveries, and one with
 * a million of each, in turns: the processor time of all that is read, written and looked for of them. The app itself on the
 * fake chain, without a socket, so that nothing but the database differs.
 */
const folder = mkdtempSync(join(tmpdir(), 'sotto-getting-paid-'))
const settings = {
  ...{ SOTTO_LIMIT_READS: '1000000', SOTTO_LIMIT_WRITES: '1000000', SOTTO_LIMIT_GAS: '1000000' },
  SOTTO_RECEIPT_WAIT_MS: '2000',
}

type Side = Tester & {
  rows: number
  world: TestWorld
  walletId: string
  purse: { id: string }
  webhookId: string
  stranger: Outsider
  deliverer: Deliverer
  /** Of the open request that a question is about: a new one in each round. */
  request: { id: string; address: Address; url: string }
}

async function stage(name: string, rows: number): Promise<Side> {
  const file = join(folder, `${name}.db`)
  const world = await createTestWorld(settings, file)
  world.chain.ledger.holder(world.chain.operator.address).wei = 10n ** 26n
  world.post = async () => ({ is: 'answered', status: 200 })
  const tester = await createTester(world, {}, createApp(world))
  const { api } = tester
  const walletId = (await api.createWallet({ type: 'custodial' })).wallet.id
  const purse = await walletWithMoney(tester)
  await api.fund({ walletId: purse.id, amount: '1000' })
  const terms = { url: 'https://shop.example.org/', events: ['request.paid' as const, 'request.received' as const] }
  const webhookId = (await api.createWebhook(terms)).webhook.id
  const deliverer = createDeliverer(world)
  await look(world)
  await deliverer.look()
  await deliverer.ended()
  fill(world, file, { rows, accountId: tester.accountId, walletId, webhookId })
  const request = { id: '', address: '0x' as Address, url: '' }
  return { ...tester, rows, world, walletId, purse, webhookId, stranger: createOutsider(world), deliverer, request }
}

type Filled = { rows: number; accountId: string; walletId: string; webhookId: string }

/** Of ten requests eight are paid, at addresses of their own, and collected; one was taken back, and one is open. */
function fill({ keys, newId, clock }: TestWorld, file: string, { rows, accountId, walletId, webhookId }: Filled): void {
  const sqlite = new Sqlite(file)
  sqlite.pragma('cache_size = -2000000')
  // Made anew of what is there they take a tenth of the time.
  const indexes = sqlite
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null")
    .all() as { name: string; sql: string }[]
  for (const { name } of indexes) sqlite.exec(`drop index ${name}`)
  const insert = (table: string, columns: string) =>
    sqlite.prepare(`insert into ${table} (${columns}) values (${columns.replace(/\w+/g, '?')})`)
  const wallet = insert('wallets', 'id, account_id, address, type, is_primary, created_at, archived_at, for_request')
  const request = insert(
    'requests',
    'id, account_id, wallet_id, status, external_id, token_hash, content, expires_at, created_at, updated_at',
  )
  const transaction = insert(
    'transactions',
    'id, account_id, wallet_id, type, status, amount, token, confidential, request_id, owed, created_at, updated_at',
  )
  const arrival = insert(
    'arrivals',
    'transaction_id, wallet_id, tx_hash, token, position, block_number, block_hash, log_index',
  )
  const news = insert('outbox', 'account_id, sequence, kind, subject, wallet_id, status, created_at')
  const delivery = insert(
    'webhook_deliveries',
    'webhook_id, event_id, sequence, type, subject, wallet_id, subject_status, created_at, state, tries, next_at',
  )
  const [{ sequence }] = sqlite.prepare('select sequence from outbox_heads where account_id = ?').all(accountId) as [
    { sequence: number },
  ]
  const end = clock.now() - 60_000
  // All of it within the time for which news are kept.
  const start = end - 70 * 3_600_000
  const secret = () => randomBytes(16).toString('base64url')
  const hash = () => `0x${randomBytes(32).toString('hex')}`
  let [waiting, last] = [0, sequence]
  const one = (row: number) => {
    const id = newId()
    const at = Math.floor(start + ((end - start) * row) / rows)
    const status = row % 10 < 8 ? 'PAID' : row % 10 === 8 ? 'CANCELLED' : 'OPEN'
    const address = `0x${randomBytes(20).toString('hex')}`
    wallet.run(id, accountId, address, 'CUSTODIAL', 0, at, at, 1)
    const link = secret()
    const amounts = { asked: '5000000', received: '5000000', atEnd: '5000000', told: '5000000' }
    const said = { accountId, walletId, address, isOwn: true, token: 'STABLE', label: null, memo: null, secret: link }
    const content = sealText(
      keys,
      { table: 'requests', column: 'content', row: id },
      JSON.stringify({ ...said, ...amounts }),
    )
    const expiresAt = status === 'OPEN' ? end + 7 * 86_400_000 + row : null
    const hashed = keys.hash('request-link', link)
    request.run(id, accountId, walletId, status, `invoice ${row}`, hashed, content, expiresAt, at, at)
    if (status === 'PAID')
      for (const type of ['RECEIVE', 'TRANSFER']) {
        const own = newId()
        const amount = sealUnits(keys, { table: 'transactions', column: 'amount', row: own }, 5_000_000n)
        transaction.run(own, accountId, id, type, 'SETTLED', amount, 'STABLE', 0, id, 0, at, at)
        if (type === 'RECEIVE') arrival.run(own, id, hash(), 'STABLE', 0, 1, hash(), row)
      }
    last += 1
    news.run(accountId, last, 'request', id, walletId, 'paid', at)
    const waits = row % 100 === 0 && waiting < 10_000
    if (waits) waiting += 1
    const state = waits ? 'waiting' : row % 50 === 1 ? 'failed' : 'delivered'
    const nextAt = waits ? clock.now() + 86_400_000 : null
    delivery.run(
      webhookId,
      `${last}-${link.slice(0, 10)}`,
      last,
      'request.paid',
      id,
      walletId,
      'paid',
      at,
      state,
      1,
      nextAt,
    )
  }
  sqlite.transaction(() => {
    for (let row = 0; row < rows; row++) one(row)
    sqlite.prepare('update outbox_heads set sequence = ? where account_id = ?').run(last, accountId)
    sqlite
      .prepare('update webhooks set position = ?, waiting = ?, next_at = ? where id = ?')
      .run(last, waiting, clock.now() + 86_400_000, webhookId)
    const total = sqlite.prepare(
      'insert into request_totals (account_id, wallet_id, status, count) values (?, ?, ?, ?)',
    )
    for (const [status, part] of [
      ['PAID', 0.8],
      ['CANCELLED', 0.1],
      ['OPEN', 0.1],
    ] as const)
      total.run(accountId, walletId, status, rows * part)
  })()
  for (const { sql } of indexes) sqlite.exec(sql)
  sqlite.close()
}

const lastPage = (rows: number) => Math.ceil(rows / 20)
const ok = async (side: Side, path: string) => {
  const answer = await side.ask('GET', path)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${text.slice(0, 300)}`)
}
const page = async ({ app, request }: Side) => {
  const answer = await app.request(request.url, { headers: { host: new URL(request.url).host } })
  if (!(await answer.text()).includes(request.address)) throw new Error(`its page: ${answer.status}`)
}
const pay = async (side: Side, units: bigint) => {
  side.stranger.pay(side.request.address, units)
  await look(side.world)
}
const deliver = async ({ deliverer }: Side) => {
  await deliverer.look()
  await deliverer.ended()
}

/** `before` is not measured. */
type Question = { what: string; before?: (side: Side) => Promise<unknown>; ask: (side: Side) => Promise<unknown> }

const questions: Question[] = [
  { what: 'GET /requests', ask: (side) => ok(side, '/requests') },
  { what: 'last page', ask: (side) => ok(side, `/requests?page=${lastPage(side.rows)}`) },
  { what: 'middle page', ask: (side) => ok(side, `/requests?page=${Math.min(50, lastPage(side.rows / 2))}`) },
  { what: 'status', ask: (side) => ok(side, '/requests?status=OPEN') },
  { what: 'one wallet', ask: (side) => ok(side, `/requests?walletId=${side.walletId}`) },
  {
    what: 'externalId',
    ask: (side) => ok(side, `/requests?externalId=${encodeURIComponent(`invoice ${side.rows / 2}`)}`),
  },
  {
    what: 'POST /requests',
    ask: (side) => side.api.createRequest({ walletId: side.walletId, amount: '5', token: 'STABLE' }),
  },
  { what: 'GET /requests/{id}', ask: (side) => side.api.getRequest(side.request) },
  { what: 'its nota', ask: (side) => side.api.getRequestNota(side.request) },
  { what: 'its page', ask: page },
  { what: 'cancel', ask: (side) => side.api.cancelRequest(side.request) },
  { what: 'a stranger pays a part', ask: (side) => pay(side, 1_000_000n) },
  { what: 'a stranger pays', ask: (side) => pay(side, 5_000_000n) },
  {
    what: 'transfer { requestId }',
    ask: ({ api, purse, request }) => api.transfer({ walletId: purse.id, requestId: request.id }),
  },
  {
    what: 'what was paid is collected',
    before: (side) => pay(side, 5_000_000n),
    ask: ({ world }) => lookAfterRequests(world),
  },
  {
    what: 'nothing to collect or to end',
    before: ({ world }) => lookAfterRequests(world),
    ask: ({ world }) => lookAfterRequests(world),
  },
  {
    what: 'an event is delivered',
    before: async (side) => {
      await deliver(side)
      await pay(side, 5_000_000n)
    },
    ask: deliver,
  },
  { what: 'nothing to deliver', before: deliver, ask: deliver },
  { what: 'GET deliveries', ask: (side) => side.api.listDeliveries({ id: side.webhookId }) },
  { what: 'deliveries that failed', ask: (side) => side.api.listDeliveries({ id: side.webhookId, state: 'failed' }) },
  { what: 'deliveries that wait', ask: (side) => side.api.listDeliveries({ id: side.webhookId, state: 'waiting' }) },
  {
    what: 'news after a place',
    ask: async ({ world: { db, keys }, accountId }) => {
      const { sequence } = await endOf(db, keys, accountId)
      await newsSince(db, keys, accountId, { sequence: sequence - 100 }, 100)
    },
  },
  { what: 'news to forget: none', ask: ({ world }) => forgetNews(world) },
  { what: 'deliveries to forget: none', ask: ({ world }) => forgetDeliveries(world) },
  { what: '(a scrape of /metrics)', ask: ({ world }) => createMetrics(world, createChecks(world)).text() },
]

async function newRequest(side: Side): Promise<void> {
  const { request } = await side.api.createRequest({ walletId: side.walletId, amount: '5', token: 'STABLE' })
  side.request = { id: request.id, address: request.address as Address, url: request.url }
}

const sides = [await stage('few', FEW), await stage('many', MANY)] as const
process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(0)}, Node ${process.versions.node}; medians of ${ROUNDS} in turns\n\n` +
    `| | ${FEW.toLocaleString('en')} of each | ${MANY.toLocaleString('en')} | ratio |\n| --- | --: | --: | --: |\n`,
)
const only = process.argv[4]
for (const { what, before, ask } of questions.filter((question) => question.what.includes(only ?? ''))) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + WARM; round++) {
    // Each side goes first in every other round: what the first one warms serves the second.
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const side = sides[index]
      await newRequest(side)
      await before?.(side)
      const begun = process.cpuUsage()
      await ask(side)
      const { user, system } = process.cpuUsage(begun)
      if (round >= WARM) times[index].push((user + system) / 1_000)
    }
  }
  const [few, many] = times.map(median) as [number, number]
  process.stdout.write(`| ${what} | ${few.toFixed(2)} ms | ${many.toFixed(2)} ms | ${(many / few).toFixed(2)} |\n`)
}
rmSync(folder, { recursive: true, force: true })
process.exit()
