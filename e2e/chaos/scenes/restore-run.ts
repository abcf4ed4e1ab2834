import { setTimeout as sleep } from 'node:timers/promises'
import { listAllUnattributed } from '../../../gateway/legs/reconciling/unattributed/lists-store.ts'
import { RECONCILE_EVERY_MS } from '../../../gateway/transactions/reconcile-throttle.ts'
import type { Findings } from '../checks/check.ts'
import { checkRestored, readPurses } from '../checks/check-restored.ts'
import { askForFailed, askForForgotten, type Restores, restoreAgainAndAgain } from '../faults/restores.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { type Mode, openStage, type Stage, type StageOptions } from '../stage.ts'
import { everyTransaction, inFlight, readToTheEnd } from '../traffic/in-flight.ts'
import type { imagine } from '../traffic/intent.ts'
import { startTraffic, type Traffic } from '../traffic/traffic.ts'
import { makeWallets } from '../traffic/wallets.ts'

const CLIENTS = 4
/** For what never ends. */
const LAST_WORDS_MS = 240_000

export type RestoreRun = { restores: Restores; findings: Findings }

/** Until everything has come to its end, what the last start still writes down anew included. */
export async function rest(stage: Stage): Promise<void> {
  const late = performance.now() + LAST_WORDS_MS
  do {
    await sleep(RECONCILE_EVERY_MS + 200)
    await readToTheEnd(stage, await everyTransaction(stage), LAST_WORDS_MS)
  } while (performance.now() < late && ((await inFlight(stage)).length > 0 || (await burnsLeft(stage))))
}

function burnsLeft(stage: Stage): Promise<boolean> {
  const operator = stage.operator.address
  return stage.withStore(async ({ db, keys }) => {
    const strangers = await listAllUnattributed(db, keys)
    return strangers.some(
      ({ does, toAddress: to }) => does === 'unwrap' || (does === 'hidden transfer' && to === operator),
    )
  })
}

type Played = { stage: Stage; keepers: Keeper[]; traffic: Traffic }

/** Money traffic, a play in which backups may be put back, and the check of what everybody holds. */
export async function playRestored(
  plan: StageOptions & { random: Random; say(text: string): void; clients: number; wish?: typeof imagine },
  play: (played: Played) => Promise<void>,
): Promise<Findings> {
  const { mode, random, say, clients, wish } = plan
  const stage = await openStage(plan)
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const mining = keepMining(stage)
  try {
    for (const keeper of keepers) await keeper.start()
    const wallets = await makeWallets(stage)
    const before = await readPurses(stage)
    const traffic = startTraffic(stage, wallets, random.fork('traffic'), clients, wish)
    await play({ stage, keepers, traffic })
    await traffic.finish(LAST_WORDS_MS)
    await askForForgotten(stage, traffic)
    await rest(stage)
    await askForFailed(stage, traffic)
    await rest(stage)
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    for (const [text, count] of traffic.surprises) say(`surprise, ${count} times: ${text}`)
    const [{ rebuilt = 0 } = {}] = await stage.database.select<{ rebuilt: number }>(
      'SELECT count(*) AS rebuilt FROM transactions WHERE rebuilt_at IS NOT NULL',
    )
    say(`${mode}: ${rebuilt} payments came back at the end`)
    const checked = await checkRestored(stage, traffic.intents, wallets, before)
    return { ...checked, surprises: [...traffic.surprises.keys()] }
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    await mining.stop()
    await stage.close()
  }
}

/** A block a second where more than one has to follow a payment: the test-net makes one only for a transaction. */
function keepMining({ settings, controls }: Stage): { stop(): Promise<void> } {
  if (Number(settings.SOTTO_CONFIRMATIONS ?? 1) === 1) return { stop: async () => {} }
  const stopping = new AbortController()
  const mining = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(1_000)
      await controls.mine().catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await mining
    },
  }
}

/** Money traffic, and backups put back while the chain moves on. */
export async function restoreRun(plan: {
  mode: Mode
  restores: number
  /** How deep a block is final; 1 where absent. */
  confirmations?: number
  until: number
  random: Random
  stop?: AbortSignal
  say(text: string): void
}): Promise<RestoreRun> {
  const { mode, confirmations = 1, random, say } = plan
  const settings = { SOTTO_CONFIRMATIONS: String(confirmations) }
  let restores: Restores = { count: 0, forgotten: 0, killedWhileReconciling: 0, behindALag: 0 }
  const findings = await playRestored(
    { mode, settings, random, say, clients: CLIENTS },
    async ({ stage, keepers, traffic }) => {
      const told = (count: number) => {
        if (count % 10 === 0) say(`${mode}: ${count} restores, ${traffic.intents.length} payments asked for`)
      }
      const [keeper = createKeeper(stage)] = keepers
      const limit = { ...plan, told }
      restores = await restoreAgainAndAgain(stage, keeper, traffic, random.fork('restores'), limit)
    },
  )
  const { count, behindALag, forgotten } = restores
  say(`${mode}: ${count} restores, ${behindALag} of them behind a lag, ${forgotten} answers forgotten`)
  return { restores, findings }
}
