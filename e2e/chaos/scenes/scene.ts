import { setTimeout as sleep } from 'node:timers/promises'
import { isBrief } from '../../../gateway/testing/how-often.ts'
import { RECONCILE_EVERY_MS } from '../../../gateway/transactions/reconcile-throttle.ts'
import { check, type Findings } from '../checks/check.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { openStage, type Stage, type StageOptions } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { everyTransaction, inFlight, readToTheEnd } from '../traffic/in-flight.ts'
import { followStreams } from '../traffic/streams.ts'
import { startTraffic, type Traffic } from '../traffic/traffic.ts'
import { makeWallets, type Wallet } from '../traffic/wallets.ts'

const CLIENTS = isBrief ? 4 : 6
const REPEATS_MAX = isBrief ? 30 : 300
/** For what never ends. */
const LAST_WORDS_MS = 240_000

export type Scene = {
  stage: Stage
  /** Of the first gateway, and of all. */
  keeper: Keeper
  keepers: Keeper[]
  wallets: Wallet[]
  traffic: Traffic
  /** Hashes of what the test sent with the gateway's keys, past the gateway. */
  outside: Set<string>
}

/** So that what came in is looked for while everything breaks. What the gateway answers then is no matter. */
async function listWhatCameIn(stage: Stage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const account of stage.accounts) {
      await apiOf(stage, account)
        .listTransactions({ direction: 'all' })
        .catch(() => undefined)
      await sleep(500)
    }
  }
}

/**
 * A stage with a gateway, wallets and clients that pay; whatever `play` does to it; then rest, so that everything can
 * come to its end; then the check of everything that was paid against the chain.
 */
export async function playScene(
  options: StageOptions & { random: Random; say(text: string): void; clients?: number },
  play: (scene: Scene) => Promise<void>,
): Promise<Findings> {
  const { random, say, clients = CLIENTS } = options
  const stage = await openStage(options)
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const [keeper = createKeeper(stage)] = keepers
  const streams = followStreams(stage, random.fork('streams'))
  try {
    for (const each of keepers) await each.start()
    const wallets = await makeWallets(stage, clients === 0 ? 1 : 2)
    const outside = new Set<string>()
    const before = new Set((await everyTransaction(stage)).map(({ id }) => id))
    const traffic = startTraffic(stage, wallets, random.fork('traffic'), clients)
    const done = new AbortController()
    const listing = listWhatCameIn(stage, done.signal)
    await play({ stage, keeper, keepers, wallets, traffic, outside }).finally(() => done.abort())
    await listing
    stage.rpc.off()
    stage.relayer.off()
    await traffic.finish(LAST_WORDS_MS)
    // So that the last reads look again, instead of answering what was seen a moment ago.
    await sleep(RECONCILE_EVERY_MS + 200)
    await readToTheEnd(stage, await everyTransaction(stage), LAST_WORDS_MS)
    await traffic.repeat(REPEATS_MAX)
    // What had failed unsigned was carried out by its repeat.
    await readToTheEnd(stage, await inFlight(stage), LAST_WORDS_MS)
    const unheard = await streams.finish()
    say(`${options.mode}: ${streams.heard()} events heard through ${streams.cuts()} cuts`)
    await Promise.all(keepers.map((each) => each.stop()))
    for (const [text, count] of traffic.surprises) say(`surprise, ${count} times: ${text}`)
    // Without clients the test itself pays, and knows what it asked for.
    const known = clients === 0 ? (await everyTransaction(stage)).map(({ id }) => id) : before
    const findings = await check(stage, traffic, outside, new Set(known))
    findings.problems.push(...unheard)
    say(`${options.mode}: ${findings.payments} payments, ${findings.settled} settled`)
    return findings
  } finally {
    await streams.stop()
    await Promise.all(keepers.map((each) => each.stop()))
    await stage.close()
  }
}
