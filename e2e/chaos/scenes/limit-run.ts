import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Policy } from '#shared/model/policy.ts'
import { restoreBackup } from '../../../gateway/cli/backup/restore-backup.ts'
import { readConfig } from '../../../gateway/config/config.ts'
import { atomically } from '../../../gateway/db/database.ts'
import { setPolicy } from '../../../gateway/policies/store.ts'
import type { Findings } from '../checks/check.ts'
import { limitFindings, received } from '../checks/limit.ts'
import { killSomehow } from '../faults/kills.ts'
import { backupsIn, PASSPHRASE } from '../faults/restores.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { type Account, openStage, type Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { type Crowd, crowdOf, type Wish } from '../traffic/crowd.ts'
import { everyTransaction, readToTheEnd } from '../traffic/in-flight.ts'
import { walletsOf } from '../traffic/wallets.ts'
import { rest } from './restore-run.ts'

/** `moved`: what the receiver has after the first limit, and after the second; `failed`: payments that were taken back in between. */
export type LimitRun = { moved: [number, number]; failed: number; kills: number; restores: number; findings: Findings }

const GATEWAYS = 3
const WALLETS = 4
/** Of all that is asked for the limit lets one in ten pass. */
const PART = 10
/** Payments that are sent while no block is made, and taken back. */
const TAKEN_BACK = 10
const LAST_WORDS_MS = 240_000

type Plan = { payments: number; until: number; random: Random; say(text: string): void; stop?: AbortSignal }
type Ends = Pick<Plan, 'until' | 'stop'>

/**
 * Many payments at once from several wallets of one account through three gateways on one PostgreSQL, under a limit by day that
 * lets one in ten pass: while gateways are killed, and a backup from the middle is put back. Then the limit grows, payments are
 * taken back, and their share is spent again. What the receiver holds in the end is the limit, to the unit.
 */
export async function limitRun(plan: Plan): Promise<LimitRun> {
  const { payments, random, say } = plan
  const limit = Math.ceil(payments / PART)
  const stage = await openStage({ mode: 'backed', engine: 'postgres', replicas: GATEWAYS })
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const done: LimitRun = { moved: [0, 0], failed: 0, kills: 0, restores: 0, findings: emptyFindings() }
  try {
    for (const keeper of keepers) await keeper.start()
    const [payer, receiver] = stage.accounts as [Account, Account]
    const wallets = await walletsOf(stage, payer, WALLETS)
    const [to] = await walletsOf(stage, receiver, 1)
    if (to === undefined) throw new Error('no wallet')
    const crowd = crowdOf(stage, payer, to.address, random.fork('rests'))
    const wish = (key: string, index: number) => newWish(key, wallets[index % WALLETS]?.id ?? '')
    await limitTo(stage, payer, limit)

    crowd.wishes.push(...Array.from({ length: payments }, (_, index) => wish(`wish-${index}`, index)))
    const asked = crowd.ask(crowd.wishes, plan.until)
    const backups = backupsIn(stage)
    await until(() => made(crowd.wishes) >= limit * 0.2, plan)
    await patiently(() => backups.make())
    done.kills += await killFor(keepers, random.fork('before'), plan, () => made(crowd.wishes) < limit * 0.6)
    say(`${made(crowd.wishes)} made, ${done.kills} kills: a backup with a fifth of the limit is put back`)
    await putBack(stage, keepers, backups.files[0] ?? '')
    done.restores += 1
    const isAsked = () => crowd.wishes.some(({ outcome }) => outcome === 'open')
    done.kills += await killFor(keepers, random.fork('after'), plan, isAsked)
    await asked
    await fillUp(stage, crowd, wish, 'rest', limit, plan)
    done.moved[0] = await received(stage, receiver, to.id)
    say(`${done.moved[0]} of a limit of ${limit} moved; ${count(crowd.wishes, 'denied')} denied, ${done.kills} kills`)

    await limitTo(stage, payer, limit + TAKEN_BACK)
    done.failed = await takeBack(stage, payer, crowd, wish, plan)
    await fillUp(stage, crowd, wish, 'again', TAKEN_BACK, plan)
    done.moved[1] = await received(stage, receiver, to.id)
    say(`${done.failed} of ${TAKEN_BACK} taken back; ${done.moved[1]} of a limit of ${limit + TAKEN_BACK} moved`)
    const held = [
      { moved: done.moved[0], limit },
      { moved: done.moved[1], limit: limit + TAKEN_BACK },
    ]
    done.findings = await limitFindings(stage, payer, crowd, held)
    return done
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    await stage.close()
  }
}

const newWish = (key: string, walletId: string): Wish => ({ key, walletId, outcome: 'open', ids: new Set() })
const count = (wishes: readonly Wish[], outcome: Wish['outcome']) =>
  wishes.filter((one) => one.outcome === outcome).length
const made = (wishes: readonly Wish[]) => count(wishes, 'made')
const emptyFindings = (): Findings => ({ payments: 0, settled: 0, problems: [], surprises: [] })

async function limitTo(stage: Stage, { id }: Account, limit: number): Promise<void> {
  const policy = Policy.parse({ maxPerDay: String(limit) })
  await patiently(() =>
    stage.withStore(({ db, keys }) => atomically(db, (trx) => setPolicy(trx, keys, 'account', id, policy))),
  )
}

/** Beside a thousand clients and dying gateways the database may take its time. */
export async function patiently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 20) throw error
      await sleep(1_000)
    }
  }
}

async function until(isSo: () => boolean, { until: late, stop }: Plan): Promise<void> {
  while (!isSo() && performance.now() < late && !stop?.aborted) await sleep(50)
}

/** Each gateway is killed so often at most, before the restore and after it: else hardly anything would be paid. */
const KILLS_EACH = 12

/** Kills each gateway by itself, as long as something is so; leaves all of them running. Says how often. */
export async function killFor(keepers: Keeper[], random: Random, plan: Ends, isSo: () => boolean): Promise<number> {
  const isOver = () => !isSo() || performance.now() > plan.until || plan.stop?.aborted === true
  const killed = keepers.map(async (keeper, index) => {
    const own = random.fork(String(index))
    let kills = 0
    for (; kills < KILLS_EACH && !isOver(); kills++) {
      await killSomehow(await keeper.running(), own)
      const gateway = keeper.running()
      // So that in between something is paid.
      await Promise.all([gateway, sleep(own.between(300, 3_000))])
    }
    await keeper.running()
    return kills
  })
  return (await Promise.all(killed)).reduce((sum, kills) => sum + kills, 0)
}

/** A database from before, with all gateways dead; what was sent since stays on the chain. */
export async function putBack(stage: Stage, keepers: Keeper[], file: string): Promise<void> {
  await Promise.all(keepers.map(async (keeper) => (await keeper.running()).kill()))
  await stage.database.empty()
  const { movedAside } = await restoreBackup(readConfig(stage.settings), file, PASSPHRASE, true)
  if (movedAside !== undefined) rmSync(movedAside, { recursive: true })
  await Promise.all(keepers.map((keeper) => keeper.start()))
}

/** Everything comes to its end, what a restore forgot too; then so many more are asked for at once: what has room passes. */
async function fillUp(
  stage: Stage,
  crowd: Crowd,
  wish: (key: string, index: number) => Wish,
  name: string,
  more: number,
  plan: Plan,
): Promise<void> {
  await rest(stage)
  const wishes = Array.from({ length: more }, (_, index) => wish(`${name}-${index}`, index))
  crowd.wishes.push(...wishes)
  await crowd.ask(wishes, plan.until)
  await rest(stage)
}

/** Sends payments while no block is made, and takes them back as their block is about to come: says how many provably failed. */
async function takeBack(
  stage: Stage,
  payer: Account,
  crowd: Crowd,
  wish: (key: string, index: number) => Wish,
  plan: Plan,
): Promise<number> {
  await stage.controls.setAutomine(false)
  const wishes = Array.from({ length: TAKEN_BACK }, (_, index) => wish(`back-${index}`, index))
  crowd.wishes.push(...wishes)
  await crowd.ask(wishes, plan.until)
  const ids = wishes.flatMap((one) => [...one.ids])
  await Promise.all(
    ids.map((id) =>
      apiOf(stage, payer)
        .cancelTransaction({ id })
        .catch(() => undefined),
    ),
  )
  await stage.controls.setAutomine(true)
  await readToTheEnd(stage, await everyTransaction(stage), LAST_WORDS_MS)
  const listed = ids.map((id) => `'${id}'`).join(', ')
  const failed = `SELECT count(*) AS failed FROM transactions WHERE status = 'FAILED' AND id IN (${listed})`
  const [row] = await stage.database.select<{ failed: number | string }>(failed)
  return Number(row?.failed ?? 0)
}
