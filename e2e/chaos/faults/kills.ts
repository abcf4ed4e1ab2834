import { setTimeout as sleep } from 'node:timers/promises'
import type { Keeper } from '../gateways/keeper.ts'
import { steps } from '../gateways/orders.ts'
import type { Running } from '../gateways/process.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { inFlight, readToTheEnd } from '../traffic/in-flight.ts'

export type Kills = {
  count: number
  /** How many at each step, at a random moment, and during a start. */
  by: Map<string, number>
  /** Milliseconds from the ready line, of several gateways from the kill, to the end of the last transaction that was in flight then. */
  recoveries: number[]
  /** What had not ended four minutes after a start. */
  stuck: string[]
}

/** A step that is not reached within this time is not waited for any longer: any other moment serves then. */
const STEP_PATIENCE_MS = 1_500
const RECOVERY_MS = 240_000

export type KillLimit = { kills: number; until: number; stop?: AbortSignal; told?: (count: number) => void }

/** Kills the gateway again and again while clients pay, and starts it again each time. Leaves it running. */
export async function killAgainAndAgain(
  stage: Stage,
  keeper: Keeper,
  random: Random,
  limit: KillLimit,
): Promise<Kills> {
  const done: Kills = { count: 0, by: new Map(), recoveries: [], stuck: [] }
  let gateway = await keeper.running()
  while (done.count < limit.kills && performance.now() < limit.until && !limit.stop?.aborted) {
    if (random.chance(0.4)) {
      await recoverFrom(stage, gateway.readyAt, done)
    }
    // Now and then while no blocks are made: what was sent waits, is cancelled, or is mined while the gateway is down.
    const still = random.chance(0.25)
    if (still) await stage.controls.setAutomine(false)
    const how = await killSomehow(gateway, random)
    count(done, how)
    if (still) await stage.controls.setAutomine(true)
    if (random.chance(0.06)) {
      await keeper.startAndKill(random.between(50, 500))
      count(done, 'during the start')
    }
    gateway = await keeper.start()
    limit.told?.(done.count)
  }
  await recoverFrom(stage, gateway.readyAt, done)
  return done
}

export function count(done: Kills, how: string): void {
  done.count += 1
  done.by.set(how, (done.by.get(how) ?? 0) + 1)
}

/** At a named step most of the time, else at any moment. Says which. */
export async function killSomehow(gateway: Running, random: Random): Promise<string> {
  if (random.chance(0.3)) {
    await sleep(random.between(0, 600))
    await gateway.kill()
    return 'any moment'
  }
  const at = random.pick(steps)
  gateway.order({ is: 'die', at, occurrence: random.between(1, 5) })
  const patience = new AbortController()
  const waited = sleep(STEP_PATIENCE_MS, 'late', { signal: patience.signal }).catch(() => 'ended')
  const outcome = await Promise.race([gateway.ended.then(() => 'ended'), waited])
  patience.abort()
  if (outcome === 'ended') return at
  await gateway.kill()
  return 'any moment'
}

/** Reads what is in flight now, while the traffic goes on. `since`: on the monotonic clock. */
export async function recoverFrom(stage: Stage, since: number, done: Kills): Promise<void> {
  const begun = await inFlight(stage)
  if (begun.length === 0) return
  const left = await readToTheEnd(stage, begun, RECOVERY_MS)
  done.recoveries.push(performance.now() - since)
  done.stuck.push(...left.map(({ id }) => `${id} had not ended four minutes after a kill`))
}
