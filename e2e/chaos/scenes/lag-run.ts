import { setTimeout as sleep } from 'node:timers/promises'
import { parseAmount } from '#shared/model/money.ts'
import { type Findings, problem } from '../checks/check.ts'
import type { Random } from '../random.ts'
import type { Mode } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import type { Intent } from '../traffic/intent.ts'
import { playScene, type Scene } from './scene.ts'

export type LagPlan = { mode: Mode; forMs: number; random: Random; say(text: string): void }

/**
 * What went wrong though nothing but a lag was: payments that failed before anything was signed (`unsigned`), or after it and
 * were not cancelled (`signed`), and that were refused for want of what the wallet had (`refused`).
 */
export type LagRun = {
  findings: Findings
  met: number
  paid: number
  unsigned: number
  signed: number
  refused: number
  moved: number
}

/**
 * Two nodes behind one URL, one to five blocks apart, each request answered by either: no payment fails of it, and none
 * that has settled reads otherwise afterwards.
 */
export async function lagRun({ mode, forMs, random, say }: LagPlan): Promise<LagRun> {
  const seen = { met: 0, paid: 0, unsigned: 0, signed: 0, refused: 0, moved: 0 }
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
    seen.refused = refusedWithCover(scene.traffic.intents).length
    Object.assign(seen, await failed(scene))
  })
  if (seen.unsigned > 0) findings.problems.push(problem('lost', `${seen.unsigned} payments failed of a lag alone`))
  if (seen.signed > 0) findings.problems.push(problem('lost', `${seen.signed} signed payments failed of a lag alone`))
  if (seen.refused > 0) findings.problems.push(problem('lost', `${seen.refused} payments were refused with cover`))
  if (seen.moved > 0) findings.problems.push(problem('lost', `${seen.moved} settled payments read otherwise later`))
  const lost = `${seen.unsigned + seen.signed} failed and ${seen.refused} refused of it`
  say(`${mode}: ${seen.met} answers by the node behind, ${seen.paid} payments asked for, ${lost}`)
  return { ...seen, findings }
}

/** Each wallet begins with this much of either token. What is asked for beyond it is meant to be refused. */
const COVER = 500_000_000n

/** Refusals of wallets that could pay all that was asked of them, but for what is meant to be refused. */
function refusedWithCover(intents: readonly Intent[]): Intent[] {
  const unitsOf = ({ body }: Intent) => parseAmount(body.amount ?? '') ?? 0n
  const payable = intents.filter((intent) => intent.verb !== 'fund' && unitsOf(intent) < COVER)
  const asked = Map.groupBy(payable, ({ body }) => body.walletId)
  const total = (all: Intent[] = []) => all.reduce((sum, intent) => sum + unitsOf(intent), 0n)
  return payable.filter(({ outcome, body }) => outcome === 'refused' && total(asked.get(body.walletId)) < COVER)
}

function failed({ stage }: Scene): Promise<Pick<LagRun, 'unsigned' | 'signed'>> {
  return stage.withStore(async ({ db }) => {
    const rows = await db
      .selectFrom('transactions')
      .select(['txHash', 'cancelledByTxHash'])
      .where('status', '=', 'FAILED')
      .execute()
    const signed = rows.filter(({ txHash }) => txHash !== null)
    // Clients cancel now and then.
    const lost = signed.filter(({ cancelledByTxHash }) => cancelledByTxHash === null)
    return { unsigned: rows.length - signed.length, signed: lost.length }
  })
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
