import { setTimeout as sleep } from 'node:timers/promises'
import type { Keeper } from '../gateways/keeper.ts'
import type { Running } from '../gateways/process.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { count, type KillLimit, type Kills, killSomehow, recoverFrom } from './kills.ts'

/**
 * Kills one gateway of several on one database again and again while clients pay through all of them, now and then all at
 * once, or ends some of their connections to the database. One time in four the killed one is left dead until the others have
 * brought to its end what was in flight: that time, from the kill, is the recovery. Leaves all of them running.
 */
export async function killReplicas(stage: Stage, keepers: Keeper[], random: Random, limit: KillLimit): Promise<Kills> {
  const done: Kills = { count: 0, by: new Map(), recoveries: [], stuck: [] }
  while (done.count < limit.kills && performance.now() < limit.until && !limit.stop?.aborted) {
    // Now and then while no blocks are made: what was sent waits, is cancelled, or is mined after the kill.
    const still = random.chance(0.25)
    if (still) await stage.controls.setAutomine(false)
    if (random.chance(0.3)) await endConnections(stage, random, done)
    else await killSome(keepers, random, done)
    const killedAt = performance.now()
    if (still) await stage.controls.setAutomine(true)
    const isLeft = keepers.some((keeper) => keeper.runs())
    if (isLeft && random.chance(0.25)) await recoverFrom(stage, killedAt, done)
    for (const keeper of keepers) if (random.chance(0.06)) await restartInVain(keeper, random, done)
    const started = Promise.all(keepers.map((keeper) => keeper.running()))
    started.catch(() => {})
    // Else the next kill meets one while the other starts.
    if (random.chance(0.5)) await started
    else await sleep(random.between(0, 1_500))
    limit.told?.(done.count)
  }
  await Promise.all(keepers.map((keeper) => keeper.running()))
  await recoverFrom(stage, performance.now(), done)
  return done
}

async function endConnections(stage: Stage, random: Random, done: Kills): Promise<void> {
  await sleep(random.between(0, 600))
  await stage.database.endConnections(random.pick([0.3, 1]))
  count(done, "the database's connections")
}

/** One of them most of the time, else all. */
async function killSome(keepers: Keeper[], random: Random, done: Kills): Promise<void> {
  const some = random.chance(0.1) ? keepers : [random.pick(keepers)]
  const gateways: Running[] = await Promise.all(some.map((keeper) => keeper.running()))
  for (const how of await Promise.all(gateways.map((gateway) => killSomehow(gateway, random)))) count(done, how)
}

async function restartInVain(keeper: Keeper, random: Random, done: Kills): Promise<void> {
  if (!keeper.isDown()) return
  await keeper.startAndKill(random.between(50, 500))
  count(done, 'during the start')
}
