import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { WebhookStatus } from '#shared/model/webhook.ts'
import { countMismatches } from '../decryption/store.ts'
import { padsReady } from '../pads/pool.ts'
import { notifierOf } from '../streams/notifier.ts'
import { openPages } from '../streams/open-pages.ts'
import { tallies, watchLoop } from '../tallies.ts'
import { scannedBlocks } from '../transactions/arrivals/position-store.ts'
import { countOwed, listInFlight } from '../transactions/store.ts'
import { totalsByKind } from '../transactions/totals-store.ts'
import { version } from '../version.ts'
import { webhookTotals } from '../webhooks/store.ts'
import type { World } from '../world/world.ts'
import { inTime, operatorWei, type Readiness } from './readiness.ts'

export type Metrics = {
  /** Notes an answered request, under the pattern of its route: no ID and no address becomes a label. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  /** Everything as Prometheus text: read once for all who ask within a second, or while it is being read. */
  text(): Promise<string>
  contentType: string
}

const KEPT_MS = 1_000

const WEI_PER_ETH = 1e18

/** What a dashboard and an alarm need. Counts and times only: no amount of anybody's, no account, no wallet. */
export function createMetrics(world: World, look: () => Promise<Readiness>): Metrics {
  const register = new Registry()
  const meters = createMeters([register])
  watchLoop()
  new Gauge({ name: 'sotto_build_info', help: 'Version.', labelNames: ['version'], registers: [register] }).set(
    { version },
    1,
  )

  async function render(): Promise<string> {
    await collect(world, look, meters)
    return (await Promise.all([register.metrics(), tallies.metrics()])).join('\n')
  }

  let last: { text: Promise<string>; at: number } | undefined
  /** One that failed, or is older than a second, is not given again; a second one does not begin beside it. */
  function text(): Promise<string> {
    if (last !== undefined && world.clock.elapsed() - last.at < KEPT_MS) return last.text
    const mine = { text: render(), at: Number.POSITIVE_INFINITY }
    last = mine
    const ended = () => {
      mine.at = world.clock.elapsed()
    }
    mine.text.then(ended, () => {
      if (last === mine) last = undefined
    })
    return mine.text
  }

  return {
    answered: ({ seconds, ...labels }) => meters.requests.observe(labels, seconds),
    text,
    contentType: register.contentType,
  }
}

/** Every figure that is collected, once. */
function createMeters(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const requests = new Histogram({
    name: 'sotto_http_request_duration_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 30, 90],
    registers,
  })
  const transactions = new Gauge({
    name: 'sotto_transactions',
    help: 'Transactions by type and status.',
    labelNames: ['type', 'status'],
    registers,
  })
  const waiting = new Gauge({
    name: 'sotto_transactions_waiting',
    help: 'Transactions that are not at their end, by what they wait for.',
    labelNames: ['for'],
    registers,
  })
  const oldest = gauge('sotto_oldest_waiting_seconds', 'Age of the oldest transaction that is not at its end.')
  const owed = gauge('sotto_redeems_owed', 'Redeems that were burned and can never be paid by trying again.')
  const mined = gauge(
    'sotto_payments_mined_after_failure',
    'Payments with a leg that was mined after a node had said it failed.',
  )
  const mismatches = new Counter({
    name: 'sotto_derivation_mismatches_total',
    help: 'Derived amounts that a decryption contradicted.',
    registers,
  })
  const gas = gauge('sotto_operator_eth', 'Ether that the operator has for gas.')
  const ready = new Gauge({
    name: 'sotto_ready',
    help: '1 where a part that payments need answers, else 0.',
    labelNames: ['check'],
    registers,
  })
  const foreign = gauge(
    'sotto_foreign_transactions',
    'Transactions that something else made with the operator’s key while this gateway ran.',
  )
  const scanLag = gauge('sotto_scan_lag_blocks', 'Blocks that money from outside was not looked for in yet.')
  const pads = gauge('sotto_pads_ready', 'Proofs made ahead that wait for a payment.')
  const streams = gauge('sotto_streams', 'Open streams of events, and open pages of requests.')
  const webhooks = new Gauge({
    name: 'sotto_webhooks',
    help: 'Webhooks by status.',
    labelNames: ['status'],
    registers,
  })
  const pending = gauge('sotto_webhook_events_waiting', 'Events that wait to be delivered to a webhook.')
  const memory = new Gauge({
    name: 'sotto_memory_bytes',
    help: 'Memory of this process: all of it, what its objects take, and what they take outside of its heap.',
    labelNames: ['kind'],
    registers,
  })
  return {
    requests,
    transactions,
    waiting,
    oldest,
    owed,
    mined,
    mismatches,
    gas,
    ready,
    foreign,
    scanLag,
    pads,
    streams,
    webhooks,
    pending,
    memory,
  }
}

type Meters = ReturnType<typeof createMeters>

/** Everything is asked first and set at once: two that ask together see the same numbers, each counted once. */
async function collect(world: World, look: () => Promise<Readiness>, meters: Meters): Promise<void> {
  const { transactions, waiting, ready, mismatches } = meters
  const [counts, debts, inFlight, wrong, told, wei, behind, { checks, warnings }] = await Promise.all([
    totalsByKind(world.db),
    countOwed(world.db),
    listInFlight(world.db),
    countMismatches(world.db),
    webhookTotals(world.db),
    inTime(operatorWei(world)),
    inTime(blocksBehind(world)),
    look(),
  ])
  for (const each of [transactions, waiting, ready, mismatches]) each.reset()

  mismatches.inc(wrong)
  for (const { type, status, count } of counts) transactions.inc({ type, status }, count)
  meters.owed.set(debts.owed)
  meters.mined.set(debts.minedAfterAll)
  for (const { waitingFor } of inFlight) waiting.inc({ for: waitingFor ?? 'nothing' })
  const now = world.clock.now()
  const eldest = inFlight.reduce((least, { createdAt }) => Math.min(least, createdAt), now)
  meters.oldest.set((now - eldest) / 1000)
  // What is not known is no zero, at which an alarm would go off.
  meters.gas.set(wei === undefined ? Number.NaN : Number(wei) / WEI_PER_ETH)
  meters.scanLag.set(behind ?? Number.NaN)
  meters.foreign.set(warnings.find(({ name }) => name === 'foreign_transactions')?.count ?? 0)
  meters.pads.set(padsReady(world))
  meters.streams.set(notifierOf(world).size() + openPages(world).size)
  for (const status of WebhookStatus.options)
    meters.webhooks.set({ status }, told.find((one) => one.status === status)?.count ?? 0)
  meters.pending.set(told.reduce((sum, { waiting: own }) => sum + own, 0))
  const { rss, heapUsed, external } = process.memoryUsage()
  for (const [kind, bytes] of Object.entries({ rss, heap: heapUsed, external })) meters.memory.set({ kind }, bytes)
  for (const { name, ok } of checks) ready.set({ check: name }, ok ? 1 : 0)
}

/** How far the look for money from outside is behind the chain; nothing is before it has begun. */
async function blocksBehind({ chain, db }: World): Promise<number> {
  const [scanned] = await scannedBlocks(db, 1)
  return scanned === undefined ? 0 : Math.max(0, (await chain.head()).number - scanned.number)
}
