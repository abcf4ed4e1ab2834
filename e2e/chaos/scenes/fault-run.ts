import { setTimeout as sleep } from 'node:timers/promises'
import { type Findings, problem } from '../checks/check.ts'
import { machineFaultNames, machineFaults } from '../faults/machine.ts'
import type { FaultProxy } from '../proxies/proxy.ts'
import { relayerFaultNames } from '../proxies/relayer-faults.ts'
import { rpcFaultNames } from '../proxies/rpc-faults.ts'
import type { Random } from '../random.ts'
import type { Amounts, Mode } from '../stage.ts'
import { everyTransaction, inFlight, readToTheEnd } from '../traffic/in-flight.ts'
import { playScene, type Scene } from './scene.ts'

export type FaultPlan = {
  mode: Mode
  amounts?: Amounts
  /** How long each fault stays on. */
  eachMs: number
  /** It stays on longer until so many requests have met it: one that nothing meets proves nothing. */
  least: number
  /** Wait after each until what was in flight has ended, and say how long that took. */
  heal: boolean
  random: Random
  say(text: string): void
  /** Only faults whose name holds this, or one of these, with a `|` between. */
  only?: string
}

type Seen = {
  /** How many requests each fault met. */
  met: Map<string, number>
  /** Milliseconds from the end of each fault to that of the last payment that was in flight then. */
  healing: number[]
  stuck: string[]
}

export type FaultRun = Seen & { findings: Findings }

/** For what never heals, and for a fault that nothing meets. */
const HEAL_MS = 240_000
const MEET_MS = 120_000

/** Every fault by name, one after the other, while clients pay. */
export async function faultRun(plan: FaultPlan): Promise<FaultRun> {
  const seen: Seen = { met: new Map(), healing: [], stuck: [] }
  const findings = await playScene({ ...plan, relayerVersion: 2 }, async (scene) => {
    const { rpc, relayer } = scene.stage
    await eachOf(scene, plan, 'rpc', rpc, rpcFaultNames, seen)
    await eachOf(scene, plan, 'relayer', relayer, relayerFaultNames, seen)
    await machine(scene, plan, seen)
  })
  findings.problems.push(...seen.stuck.map((text) => problem('stuck', text)))
  return { ...seen, findings }
}

async function eachOf<Name extends string>(
  scene: Scene,
  plan: FaultPlan,
  kind: string,
  proxy: FaultProxy<Name>,
  names: readonly Name[],
  seen: Seen,
): Promise<void> {
  for (const name of names.filter(chosen(plan, kind))) {
    proxy.on(name, plan.random.fork(name))
    await sleep(plan.eachMs)
    const late = performance.now() + MEET_MS
    while ((proxy.met.get(name) ?? 0) < plan.least && performance.now() < late) await sleep(50)
    proxy.off()
    seen.met.set(`${kind} ${name}`, proxy.met.get(name) ?? 0)
    await heal(scene, plan, `${kind} ${name}`, proxy.met.get(name) ?? 0, seen)
  }
}

/** Disk, database and clock of the machine; a fresh gateway for each, since a clock that jumped stays there. */
async function machine(scene: Scene, plan: FaultPlan, seen: Seen): Promise<void> {
  for (const name of machineFaultNames.filter(chosen(plan, 'machine'))) {
    await scene.keeper.stop()
    const gateway = await scene.keeper.start()
    // A node that forgets what it accepted, so that there is something to be sent again by the clock.
    scene.stage.rpc.on('accepted, never sent', plan.random.fork(name))
    await sleep(plan.eachMs / 2)
    const impossible = await machineFaults[name](gateway, plan.eachMs)
    scene.stage.rpc.off()
    if (impossible !== undefined) plan.say(`skipped, ${name}: ${impossible}`)
    seen.met.set(`machine ${name}`, impossible === undefined ? 1 : 0)
    await heal(scene, plan, `machine ${name}`, 1, seen)
  }
}

function chosen(plan: FaultPlan, kind: string): (name: string) => boolean {
  return (name) => plan.only === undefined || plan.only.split('|').some((part) => `${kind} ${name}`.includes(part))
}

async function heal(scene: Scene, plan: FaultPlan, name: string, met: number, seen: Seen): Promise<void> {
  if (!plan.heal) return
  const begun = performance.now()
  const touched = /reorganisation|abandoned/.test(name)
    ? await everyTransaction(scene.stage)
    : await inFlight(scene.stage)
  const left = await readToTheEnd(scene.stage, touched, HEAL_MS)
  const took = Math.round(performance.now() - begun)
  seen.healing.push(took)
  seen.stuck.push(...left.map(({ id }) => `${id} had not ended four minutes after ${name}`))
  const rest = left.length === 0 ? '' : `, ${left.length} NOT at their end`
  plan.say(`${plan.mode}: ${name}: met ${met}, ${touched.length} in flight, healed in ${took} ms${rest}`)
}
