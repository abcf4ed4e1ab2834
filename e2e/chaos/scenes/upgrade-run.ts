import { setTimeout as sleep } from 'node:timers/promises'
import { type Findings, problem } from '../checks/check.ts'
import { killReplicas } from '../faults/kill-replicas.ts'
import type { Kills } from '../faults/kills.ts'
import type { Keeper } from '../gateways/keeper.ts'
import { startProcess } from '../gateways/process.ts'
import { becomeFirst, becomeRelease, type Release } from '../gateways/releases.ts'
import type { Random } from '../random.ts'
import type { Mode, Stage } from '../stage.ts'
import { playScene } from './scene.ts'

export type UpgradeRun = { kills: Kills; findings: Findings }

const GATEWAYS = 3
/** A gateway that was killed counts as running for so long. */
const FORGOTTEN_MS = 16_000

type Plan = { mode: Mode; kills: number; until: number; random: Random; say(text: string): void; stop?: AbortSignal }

/**
 * Three gateways on one PostgreSQL get the next release one after the other, and the one after it, while clients pay and
 * gateways are killed: the first adds to the schema, the second takes that away. A release that may not run beside the others
 * has to say so.
 */
export async function upgradeRun(plan: Plan): Promise<UpgradeRun> {
  const kills: Kills = { count: 0, by: new Map(), recoveries: [], stuck: [] }
  const refused: string[] = []
  const options = { ...plan, engine: 'postgres' as const, replicas: GATEWAYS }
  try {
    const findings = await playScene(options, async ({ stage, keepers, traffic }) => {
      const scene = { stage, keepers, plan, kills, kill: plan.random.fork('kills') }
      await killed(scene, async () => {})
      plan.say(`${traffic.intents.length} payments asked for, ${kills.count} kills: the second release begins`)
      await killed(scene, async () => {
        for (const [index] of keepers.slice(1).entries()) await give(scene, index, 2)
      })
      // The last gateway of the first release runs.
      refused.push(await refusalOf(stage, 3))
      await killed(scene, () => give(scene, GATEWAYS - 1, 2))
      await sleep(FORGOTTEN_MS)
      plan.say(`${traffic.intents.length} payments asked for, ${kills.count} kills: the third release begins`)
      await killed(scene, async () => {
        for (const index of keepers.keys()) await give(scene, index, 3)
      })
      refused.push(await refusalOf(stage, 1))
      await killed(scene, async () => {})
      // The check of the books opens the database as the release that wrote it.
      becomeRelease(3)
    })
    const wanted = [
      /beside which \d+ of the gateways that run on it cannot go on: .*schema \d+/,
      /is of a newer Sotto: .*9002-columns/,
    ]
    const odd = refused.filter((said, index) => !wanted[index]?.test(said))
    findings.surprises.push(...odd.map((said) => `a release that may not run here said: ${said}`))
    findings.problems.push(...kills.stuck.map((text) => problem('stuck', text)))
    return { kills, findings }
  } finally {
    becomeFirst()
  }
}

type Scene = { stage: Stage; keepers: Keeper[]; plan: Plan; kills: Kills; kill: Random }

const PHASES = 5

/** Kills go on until the work is done, and until there were enough of them. */
async function killed({ stage, keepers, plan, kills, kill }: Scene, work: () => Promise<void>): Promise<void> {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  working.catch(() => {})
  const enough = kills.count + Math.ceil(plan.kills / PHASES)
  while (!isDone || (kills.count < enough && performance.now() < plan.until && !plan.stop?.aborted)) {
    const left = Math.max(1, enough - kills.count)
    const some = await killReplicas(stage, keepers, kill, { ...plan, kills: Math.min(3, left) })
    kills.count += some.count
    for (const [how, count] of some.by) kills.by.set(how, (kills.by.get(how) ?? 0) + count)
    kills.recoveries.push(...some.recoveries)
    kills.stuck.push(...some.stuck)
  }
  await working
}

/** By SIGTERM or SIGKILL, and now and then with starts that are killed in the middle of bringing the database up to date. */
async function give({ stage, keepers, kill }: Scene, index: number, release: Release): Promise<void> {
  const keeper = keepers[index] as Keeper
  Object.assign(stage.replicas[index] ?? {}, { CHAOS_RELEASE: String(release) })
  const before = await keeper.running()
  await (kill.chance(0.5) ? before.kill() : before.stop())
  for (let times = 0; times < 3; times++) await keeper.startAndKill(kill.between(500, 3_000))
  await keeper.running()
}

/** What a gateway of a release says that may not run now. */
async function refusalOf(stage: Stage, release: Release): Promise<string> {
  // A folder and a port of its own: it is the database that refuses it.
  const own = { SOTTO_PORT: '0', SOTTO_DATA_DIR: `${stage.settings.SOTTO_DATA_DIR}-of-release-${release}` }
  const started = startProcess({ ...stage.settings, ...own, CHAOS_RELEASE: String(release) }, () => {})
  return started.then(
    (running) => running.kill().then(() => 'it ran'),
    (error: unknown) => String(error),
  )
}
