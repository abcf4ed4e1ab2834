import { setTimeout as sleep } from 'node:timers/promises'
import { type Findings, problem } from '../checks/check.ts'
import type { Random } from '../random.ts'
import type { Mode } from '../stage.ts'
import { apiOf } from '../traffic.ts'
import { playScene, type Scene } from './scene.ts'

export type LagPlan = { mode: Mode; forMs: number; random: Random; say(text: string): void }

/** `unsigned`: payments that failed before anything was signed, though nothing but a lag was wrong. */
export type LagRun = { findings: Findings; met: number; paid: number; unsigned: number; moved: number }

/**
 * Two nodes behind one URL, one to five blocks apart, each request answered by either: no payment fails of it, and none
 * that has settled reads otherwise afterwards.
 */
export async function lagRun({ mode, forMs, random, say }: LagPlan): Promise<LagRun> {
  const seen = { met: 0, paid: 0, unsigned: 0, moved: 0 }
  const findings = await playScene({ mode, random, say, relayerVersion: 2 }, async (scene) => {
    const { rpc } = scene.stage
    rpc.on('two nodes, some blocks apart', random.fork('nodes'))
    const until = performance.now() + forMs
    while (performance.now() < until) {
      await sleep(200)
      seen.moved += await moved(scene, random)
    }
    rpc.off()
    seen.met = rpc.met.get('two nodes, some blocks apart') ?? 0
    seen.paid = scene.traffic.intents.filter(({ outcome }) => outcome === 'made').length
    seen.unsigned = await scene.stage.withStore(async ({ db }) => {
      const failed = db
        .selectFrom('transactions')
        .select((e) => e.fn.countAll().as('count'))
        .where('status', '=', 'FAILED')
      return Number((await failed.where('txHash', 'is', null).executeTakeFirstOrThrow()).count)
    })
  })
  if (seen.unsigned > 0) findings.problems.push(problem('lost', `${seen.unsigned} payments failed of a lag alone`))
  if (seen.moved > 0) findings.problems.push(problem('lost', `${seen.moved} settled payments read otherwise later`))
  say(`${mode}: ${seen.met} answers by the node behind, ${seen.paid} payments asked for, ${seen.unsigned} failed of it`)
  return { ...seen, findings }
}

/** Reads a settled payment twice, some looks apart: how many of what it tells have changed. */
async function moved({ stage, traffic }: Scene, random: Random): Promise<number> {
  const settled = traffic.intents.filter(({ ends }) => ends.some(({ status }) => status === 'SETTLED'))
  if (settled.length === 0) return 0
  const { account, ends } = random.pick(settled)
  const id = ends.find(({ status }) => status === 'SETTLED')?.id ?? ''
  const read = () => apiOf(stage, account).getTransaction({ id })
  const { transaction: before } = await read()
  if (before.waitingFor !== null) return 0
  await sleep(1_200)
  const { transaction: after } = await read()
  return after.waitingFor === null && after.updatedAt === before.updatedAt ? 0 : 1
}
