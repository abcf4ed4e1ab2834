import { setTimeout as sleep } from 'node:timers/promises'
import { RECONCILE_EVERY_MS } from '../../../gateway/transactions/reconcile-throttle.ts'
import type { Findings } from '../checks/check.ts'
import { checkRestored, readPurses } from '../checks/check-restored.ts'
import { everyTransaction, readToTheEnd } from '../in-flight.ts'
import { createKeeper } from '../keeper.ts'
import type { Random } from '../random.ts'
import { askForForgotten, type Restores, restoreAgainAndAgain } from '../restores.ts'
import { type Mode, openStage } from '../stage.ts'
import { makeWallets, startTraffic } from '../traffic.ts'

const CLIENTS = 4
const LAST_WORDS_MS = 60_000

export type RestoreRun = { restores: Restores; findings: Findings }

/** Money traffic, and backups put back while the chain moves on. */
export async function restoreRun(plan: {
  mode: Mode
  restores: number
  until: number
  random: Random
  stop?: AbortSignal
  say(text: string): void
}): Promise<RestoreRun> {
  const { mode, random, say } = plan
  const stage = await openStage({ mode })
  const keeper = createKeeper(stage)
  try {
    await keeper.start()
    const wallets = await makeWallets(stage)
    const before = await readPurses(stage)
    const traffic = startTraffic(stage, wallets, random.fork('traffic'), CLIENTS)
    const told = (count: number) => {
      if (count % 10 === 0) say(`${mode}: ${count} restores, ${traffic.intents.length} payments asked for`)
    }
    const limit = { ...plan, told }
    const restores = await restoreAgainAndAgain(stage, keeper, traffic, random.fork('restores'), limit)
    await traffic.finish(LAST_WORDS_MS)
    await askForForgotten(stage, traffic)
    await sleep(RECONCILE_EVERY_MS + 200)
    // What a start writes down anew is there by now, and is read like everything else.
    await readToTheEnd(stage, everyTransaction(stage), LAST_WORDS_MS)
    await keeper.stop()
    for (const [text, count] of traffic.surprises) say(`surprise, ${count} times: ${text}`)
    const found = traffic.intents.filter(({ foundHash }) => foundHash !== undefined).length
    say(`${mode}: ${restores.count} restores, ${restores.forgotten} answers forgotten, ${found} found on chain`)
    const checked = await checkRestored(stage, traffic.intents, wallets, before)
    return { restores, findings: { ...checked, surprises: [...traffic.surprises.keys()] } }
  } finally {
    await keeper.stop()
    await stage.close()
  }
}
