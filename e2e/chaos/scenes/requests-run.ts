import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { restoreBackup } from '../../../gateway/cli/backup/restore-backup.ts'
import { readConfig } from '../../../gateway/config/config.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { checkHeard, checkRequests, outboxOf } from '../checks/requests.ts'
import { killSomehow } from '../faults/kills.ts'
import { mineAgain, signedBytes } from '../faults/mine-again.ts'
import { backupsIn, PASSPHRASE } from '../faults/restores.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { type Account, openStage, type Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { openReceiver, type Receiver } from '../traffic/receiver.ts'
import { type Order, openShop, type Shop } from '../traffic/shop.ts'
import { walletsOf } from '../traffic/wallets.ts'
import { rest } from './restore-run.ts'

export type RequestsRun = { kills: number; restores: number; reorganisations: number; findings: Findings }

const GATEWAYS = 3
const PURSES = 6
const LAST_WORDS_MS = 600_000
/** Of blocks that are mined anew, at most so many. */
const DEPTH = 3

type Plan = { requests: number; until: number; random: Random; say(text: string): void; stop?: AbortSignal }

/**
 * Requests that are paid, paid in parts, in part, twofold, late, never, or taken back, through three gateways on one PostgreSQL:
 * while gateways are killed and blocks mined anew, and a backup from the middle is put back. A webhook hears of all of it.
 */
export async function requestsRun(plan: Plan): Promise<RequestsRun> {
  const { random, say } = plan
  // Nobody reads what is left at the end.
  const stage = await openStage({
    mode: 'backed',
    engine: 'postgres',
    replicas: GATEWAYS,
    settings: { SOTTO_WORKER: 'on' },
  })
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const receiver = await openReceiver()
  const done = { kills: 0, restores: 0, reorganisations: 0 }
  try {
    for (const keeper of keepers) await keeper.start()
    await stage.controls.setBalance(stage.operator.address, 10n ** 24n)
    const [owner, buyer] = stage.accounts as [Account, Account]
    const api = apiOf(stage, owner)
    const till = (await api.createWallet({ type: 'custodial' })).wallet
    const events = ['request.received', 'request.paid', 'request.expired'] as const
    receiver.secret = (await api.createWebhook({ url: receiver.url, events: [...events] })).secret
    const purses = await walletsOf(stage, buyer, PURSES)
    const shop = openShop({ stage, shop: owner, till: till.id, purses, random: random.fork('shop'), until: plan.until })

    const orders = (await shop.take(plan.requests)).filter(({ request }) => request !== undefined)
    say(`${orders.length} requests`)
    const served = shop.serve(orders)
    const part = (of: number) => () => orders.filter(({ isDone }) => isDone).length < orders.length * of
    const broken = random.fork('faults')
    await breakWhile(stage, keepers, broken, plan, done, part(0.3))
    const backups = backupsIn(stage)
    await backups.make()
    await breakWhile(stage, keepers, broken, plan, done, part(0.6))
    say(`${done.kills} kills: the backup of a third is put back`)
    await putBack(stage, keepers, backups.files[0] ?? '')
    done.restores += 1
    await breakWhile(stage, keepers, broken, plan, done, part(1))
    await served
    await rest(stage)
    await shop.close(orders)
    const problems = await untilAtRest(stage, receiver, owner.id, say)
    const ended = await Promise.all(
      orders.map(async (order) => ({ fate: order.fate, request: await settled(shop, order) })),
    )
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    problems.push(...orders.filter(({ isDone }) => !isDone).map(({ key }) => problem('stuck', `${key} has no end`)))
    problems.push(...(await checkRequests(stage, till.address as `0x${string}`, ended)))
    problems.push(...(await checkHeard(stage, receiver, owner.id, ended)))
    say(`${receiver.heard.size} events heard, ${receiver.repeats} more than once; ${JSON.stringify(done)}`)
    const paid = ended.filter(({ request }) => request.received !== '0').length
    return { ...done, findings: { payments: orders.length, settled: paid, problems, surprises: [...shop.surprises] } }
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    receiver.close()
    await stage.close()
  }
}

async function settled(shop: Shop, order: Order) {
  for (let tries = 1; ; tries++) {
    try {
      return await shop.state(order)
    } catch (error) {
      if (tries === 20) throw error
      await sleep(500)
    }
  }
}

type Done = { kills: number; reorganisations: number }

/** Kills one gateway after the other, and now and then mines the newest blocks anew, as long as something is so. */
async function breakWhile(
  stage: Stage,
  keepers: Keeper[],
  random: Random,
  plan: Plan,
  done: Done,
  isSo: () => boolean,
): Promise<void> {
  while (isSo() && performance.now() < plan.until && !plan.stop?.aborted) {
    if (random.chance(0.3)) done.reorganisations += await mineAgain(stage, await signedBytes(stage), DEPTH, random)
    const keeper = random.pick(keepers)
    await killSomehow(await keeper.running(), random)
    done.kills += 1
    await keeper.running()
    await sleep(random.between(1_000, 5_000))
  }
}

/** A database from before, with all gateways dead; what was sent since stays on the chain. */
async function putBack(stage: Stage, keepers: Keeper[], file: string): Promise<void> {
  await Promise.all(keepers.map(async (keeper) => (await keeper.running()).kill()))
  await stage.database.empty()
  const { movedAside } = await restoreBackup(readConfig(stage.settings), file, PASSPHRASE, true)
  if (movedAside !== undefined) rmSync(movedAside, { recursive: true })
  await Promise.all(keepers.map((keeper) => keeper.start()))
}

/** Until all is collected and told. */
async function untilAtRest(stage: Stage, receiver: Receiver, accountId: string, say: Plan['say']): Promise<Problem[]> {
  const late = performance.now() + LAST_WORDS_MS
  const left = async () => {
    const [row] = await stage.database.select<{ left: number | string }>(
      `SELECT count(*) AS left FROM requests WHERE collect_at IS NOT NULL OR (status = 'OPEN' AND expires_at IS NOT NULL)`,
    )
    const events = [...(await outboxOf(stage, accountId)).keys()].filter((id) => !receiver.heard.has(id))
    return { requests: Number(row?.left ?? 0), events: events.length }
  }
  for (let told = 0; ; told++) {
    const { requests, events } = await left()
    if (requests + events === 0) break
    if (told % 20 === 0) say(`${requests} requests to collect, ${events} events to hear`)
    if (performance.now() > late)
      return [problem('stuck', `${requests} requests are not collected, ${events} events not heard`)]
    await sleep(1_000)
  }
  await rest(stage)
  return []
}
