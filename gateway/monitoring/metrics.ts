import { Gauge, Registry } from 'prom-client'
import { WebhookStatus } from '#shared/model/webhook.ts'
import { newestOfType } from '../audit/store.ts'
import type { Db } from '../db/database.ts'
import { backedUpAt } from '../db/sealed/backed-up.ts'
import { countMismatches } from '../decryption/store.ts'
import { errorWords } from '../error-words.ts'
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
import { createMeters, type Meters } from './meters.ts'
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

  let logged: Promise<number | undefined> | undefined
  /** The audit log is read for it once, where no backup was made since this version, or a newer one, is here. */
  async function backedUp(): Promise<number | undefined> {
    const kept = await backedUpAt(world.db)
    if (kept !== undefined) return kept
    logged ??= newestOfType(world.db, 'backup.made').catch((error: unknown) => {
      logged = undefined
      throw error
    })
    return logged
  }

  let asked: Promise<Stored> | undefined
  /** One question at a time: those of a slow database would otherwise take all its connections. */
  function stored(): Promise<Stored> {
    asked ??= storedIn(world.db, backedUp)
      .catch((error: unknown) => {
        world.log.error({ error: errorWords(error) }, 'the metrics of the database cannot be read')
        throw error
      })
      .finally(() => {
        asked = undefined
      })
    return asked
  }

  async function render(): Promise<string> {
    await collect(world, look, stored, meters)
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

/** Everything is asked first and set at once: two that ask together see the same numbers, each counted once. */
async function collect(world: World, look: () => Promise<Readiness>, stored: () => Promise<Stored>, meters: Meters) {
  const { ready } = meters
  const [known, wei, behind, { checks, warnings }] = await Promise.all([
    inTime(stored()),
    inTime(operatorWei(world)),
    inTime(blocksBehind(world)),
    look(),
  ])
  ready.reset()
  setStored(meters, known, world.clock.now())
  // What is not known is no zero, at which an alarm would go off.
  meters.gas.set(wei === undefined ? Number.NaN : Number(wei) / WEI_PER_ETH)
  meters.scanLag.set(behind ?? Number.NaN)
  meters.foreign.set(warnings.find(({ name }) => name === 'foreign_transactions')?.count ?? 0)
  meters.pads.set(padsReady(world))
  meters.streams.set(notifierOf(world).size() + openPages(world).size)
  const { rss, heapUsed, external } = process.memoryUsage()
  for (const [kind, bytes] of Object.entries({ rss, heap: heapUsed, external })) meters.memory.set({ kind }, bytes)
  for (const { name, ok } of checks) ready.set({ check: name }, ok ? 1 : 0)
  // An alarm compares no NaN: this one has to fire while the figures of money are missing.
  if (known === undefined) ready.set({ check: 'database' }, 0)
}

type Stored = Awaited<ReturnType<typeof storedIn>>

async function storedIn(db: Db, newestBackup: () => Promise<number | undefined>) {
  const [counts, debts, inFlight, mismatches, told, backedUp] = await Promise.all([
    totalsByKind(db),
    countOwed(db),
    listInFlight(db),
    countMismatches(db),
    webhookTotals(db),
    newestBackup(),
  ])
  return { counts, debts, inFlight, mismatches, told, backedUp }
}

/** Sets the figures of the database: NaN or absent if it did not answer. The counter keeps its value, so that Prometheus sees no reset. */
function setStored(meters: Meters, stored: Stored | undefined, now: number): void {
  const { transactions, waiting, webhooks, mismatches } = meters
  for (const each of [transactions, waiting, webhooks]) each.reset()
  if (stored === undefined) {
    for (const each of [meters.owed, meters.mined, meters.oldest, meters.pending, meters.backup]) each.set(Number.NaN)
    return
  }
  const { counts, debts, inFlight, told, backedUp } = stored
  mismatches.reset()
  mismatches.inc(stored.mismatches)
  for (const { type, status, count } of counts) transactions.inc({ type, status }, count)
  meters.owed.set(debts.owed)
  meters.mined.set(debts.minedAfterAll)
  for (const { waitingFor } of inFlight) waiting.inc({ for: waitingFor ?? 'nothing' })
  const eldest = inFlight.reduce((least, { createdAt }) => Math.min(least, createdAt), now)
  meters.oldest.set((now - eldest) / 1000)
  meters.backup.set(backedUp === undefined ? Number.NaN : Math.max(0, now - backedUp) / 1000)
  for (const status of WebhookStatus.options)
    webhooks.set({ status }, told.find((one) => one.status === status)?.count ?? 0)
  meters.pending.set(told.reduce((sum, { waiting: own }) => sum + own, 0))
}

/** How far the look for money from outside is behind the chain; nothing is before it has begun. */
async function blocksBehind({ chain, db }: World): Promise<number> {
  const [scanned] = await scannedBlocks(db, 1)
  return scanned === undefined ? 0 : Math.max(0, (await chain.head()).number - scanned.number)
}
