import { check, type Findings } from '../checks/check.ts'
import { inFlight, readToTheEnd } from '../in-flight.ts'
import { createKeeper } from '../keeper.ts'
import { type Kills, killAgainAndAgain } from '../kills.ts'
import type { Random } from '../random.ts'
import { type Mode, openStage } from '../stage.ts'
import { makeWallets, startTraffic } from '../traffic.ts'

const CLIENTS = 6
const LAST_WORDS_MS = 60_000

export type KillRun = { kills: Kills; findings: Findings }

/** Money traffic on a stage of its own, kills, recovery, and the check of everything that was paid. */
export async function killRun(plan: {
  mode: Mode
  kills: number
  until: number
  random: Random
  say(text: string): void
}): Promise<KillRun> {
  const { random, say } = plan
  const stage = await openStage({ mode: plan.mode })
  const keeper = createKeeper(stage)
  try {
    await keeper.start()
    const wallets = await makeWallets(stage)
    await keeper.stop()
    const traffic = startTraffic(stage, wallets, random.fork('traffic'), CLIENTS)
    const kills = await killAgainAndAgain(stage, keeper, random.fork('kills'), {
      ...plan,
      told: (count) =>
        count % 25 === 0 && say(`${plan.mode}: ${count} kills, ${traffic.intents.length} payments asked for`),
    })
    await traffic.finish(LAST_WORDS_MS)
    await readToTheEnd(stage, inFlight(stage), LAST_WORDS_MS)
    await keeper.stop()
    const findings = await check(stage, traffic.intents, new Set())
    describe(plan.mode, kills, findings, traffic.surprises, say)
    return { kills, findings }
  } finally {
    await keeper.stop()
    await stage.close()
  }
}

function describe(
  mode: Mode,
  { by, recoveries }: Kills,
  { payments, settled }: Findings,
  surprises: Map<string, number>,
  say: (text: string) => void,
): void {
  const sorted = recoveries.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
  say(`${mode}: ${payments} payments, ${settled} settled`)
  for (const [how, count] of [...by].sort()) say(`${mode}: ${count} kills ${how}`)
  say(`${mode}: recovery over ${sorted.length} samples: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms`)
  for (const [text, count] of surprises) say(`${mode}: surprise, ${count} times: ${text}`)
}
