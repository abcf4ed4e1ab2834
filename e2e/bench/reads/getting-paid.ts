import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '#shared/model/ids.ts'
import { createApp } from '../../../gateway/app.ts'
import { lookAfterRequests } from '../../../gateway/collections/keep-collecting.ts'
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
import { fill } from './fill-requests.ts'

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
    what: 'a paid request is collected',
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
