import { setTimeout as sleep } from 'node:timers/promises'
import { type Findings, problem } from '../checks/check.ts'
import type { PadWatch } from '../checks/pads.ts'
import type { Engine } from '../database.ts'
import { killReplicas } from '../faults/kill-replicas.ts'
import { type Kills, killAgainAndAgain } from '../faults/kills.ts'
import { restoreAgainAndAgain } from '../faults/restores.ts'
import { createKeeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { imagineHidden } from '../traffic/intent.ts'
import { playRestored } from './restore-run.ts'

/** `padded`: how many pads a node was told of. */
export type PadsRun = { kills: number; restores: number; reorganisations: number; padded: number; findings: Findings }

const PADS = 8
const REORGANISATION = 'receipt, then reorganisation'
const CLIENTS = { sqlite: 4, postgres: 16 }
/** So many kills, and then, where there is one gateway, a backup that is put back. */
const KILLS_AT_ONCE = 5

/**
 * Confidential transfers with pads, under kills and reorganisations: of one gateway, whose backups are put back in between,
 * or of several on one PostgreSQL. No node may be told of two numbers for one pad.
 */
export async function padsRun(plan: {
  payments: number
  engine: Engine
  replicas: number
  until: number
  random: Random
  stop?: AbortSignal
  say(text: string): void
}): Promise<PadsRun> {
  const { payments, engine, replicas, random, say } = plan
  const done = { kills: 0, restores: 0, reorganisations: 0, padded: 0 }
  let watch: PadWatch | undefined
  // No node beside the one that is watched.
  const settings = { SOTTO_PADS: String(PADS), SOTTO_RPC_URLS_CONFIRM: '' }
  const options = { mode: 'backed', engine, replicas, settings, random, say, clients: CLIENTS[engine] } as const
  const stuck: string[] = []
  const findings = await playRestored({ ...options, wish: imagineHidden }, async ({ stage, keepers, traffic }) => {
    watch = stage.pads
    const [keeper = createKeeper(stage)] = keepers
    const isOver = () => performance.now() > plan.until || plan.stop?.aborted === true
    for (let round = 0; traffic.intents.length < payments && !isOver(); round++) {
      const own = random.fork(`round ${round}`)
      // Until pads are there.
      await sleep(own.between(2_000, 8_000))
      if (own.chance(0.6)) stage.rpc.on(REORGANISATION, own.fork('reorganisations'))
      // While it lasts hardly anything comes to its end, which some kills wait for.
      const settled = sleep(own.between(200, 1_500)).then(() => stage.rpc.off())
      const limit = { kills: own.between(1, KILLS_AT_ONCE), until: plan.until }
      const killed: Kills =
        engine === 'postgres'
          ? await killReplicas(stage, keepers, own.fork('kills'), limit)
          : await killAgainAndAgain(stage, keeper, own.fork('kills'), limit)
      await settled
      done.kills += killed.count
      done.reorganisations = stage.rpc.met.get(REORGANISATION) ?? 0
      say(`${traffic.intents.length} payments, ${stage.pads.count} pads, ${done.kills} kills`)
      stuck.push(...killed.stuck)
      if (engine === 'postgres' || !own.chance(0.5)) continue
      const restored = { restores: 1, until: plan.until }
      done.restores += (await restoreAgainAndAgain(stage, keeper, traffic, own.fork('restores'), restored)).count
    }
  })
  done.padded = watch?.count ?? 0
  const { padded, kills, restores, reorganisations } = done
  say(
    `${findings.payments} payments, ${padded} pads, ${kills} kills, ${restores} restores, ${reorganisations} reorganisations`,
  )
  findings.problems.push(...(watch?.leaks() ?? []).map((text) => problem('doubled', text)))
  findings.problems.push(...stuck.map((text) => problem('stuck', text)))
  return { ...done, findings }
}
