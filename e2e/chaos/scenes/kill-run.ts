import { type Findings, problem } from '../checks/check.ts'
import type { Engine } from '../database.ts'
import { killReplicas } from '../faults/kill-replicas.ts'
import { type Kills, killAgainAndAgain } from '../faults/kills.ts'
import type { Random } from '../random.ts'
import type { Amounts, Mode } from '../stage.ts'
import { playScene } from './scene.ts'

export type KillRun = { kills: Kills; findings: Findings }

/** Money traffic, kills, and the recovery from each. */
export async function killRun(plan: {
  mode: Mode
  amounts?: Amounts
  engine?: Engine
  replicas?: number
  kills: number
  until: number
  random: Random
  /** Aborted: no more kills, and the check of what was paid so far. */
  stop?: AbortSignal
  say(text: string): void
}): Promise<KillRun> {
  const { mode, random, say } = plan
  let kills: Kills = { count: 0, by: new Map(), recoveries: [], stuck: [] }
  const findings = await playScene(plan, async ({ stage, keeper, keepers, traffic }) => {
    const told = (count: number) => {
      if (count % 25 === 0) say(`${mode}: ${count} kills, ${traffic.intents.length} payments asked for`)
    }
    const limit = { ...plan, told }
    const kill = random.fork('kills')
    kills =
      plan.engine === 'postgres'
        ? await killReplicas(stage, keepers, kill, limit)
        : await killAgainAndAgain(stage, keeper, kill, limit)
  })
  describe(mode, kills, say)
  findings.problems.push(...kills.stuck.map((text) => problem('stuck', text)))
  return { kills, findings }
}

function describe(mode: Mode, { by, recoveries }: Kills, say: (text: string) => void): void {
  const sorted = recoveries.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
  for (const [how, count] of [...by].sort()) say(`${mode}: ${count} kills ${how}`)
  say(`${mode}: recovery over ${sorted.length} samples: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, worst ${at(1)} ms`)
}
