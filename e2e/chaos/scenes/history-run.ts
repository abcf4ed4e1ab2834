import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { restoreBackup } from '../../../gateway/cli/backup/restore-backup.ts'
import { readConfig } from '../../../gateway/config/config.ts'
import { listAllUnattributed } from '../../../gateway/legs/reconciling/unattributed/lists-store.ts'
import { isBrief } from '../../../gateway/testing/how-often.ts'
import { countOwed } from '../../../gateway/transactions/store.ts'
import { type Findings, type Problem, problem } from '../checks/check.ts'
import { checkRestored, readPurses } from '../checks/check-restored.ts'
import { anyPayoutOf, type History, historyOf, untilBack } from '../checks/history.ts'
import { killAgainAndAgain } from '../faults/kills.ts'
import { mineAgain, signedBytes } from '../faults/mine-again.ts'
import { backupsIn, PASSPHRASE } from '../faults/restores.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { type Mode, openStage, type Stage } from '../stage.ts'
import { type Intent, SOMEBODY_ELSE } from '../traffic/intent.ts'
import { startTraffic, type Traffic } from '../traffic/traffic.ts'
import { makeWallets, type Wallet, walletsOf } from '../traffic/wallets.ts'
import { rest } from './restore-run.ts'

const PAYMENTS = isBrief ? 30 : 300
const CLIENTS = 6
const KILLS_AT_ONCE = 3
const REPEATS_AT_ONCE = 30
const LAST_WORDS_MS = 240_000
const LAG = 'two nodes, some blocks apart'
/** A node that lags may keep some of it hidden for so long. */
const LAG_MS = 45_000
const BLOCKS_MOST = 6

export type HistoryRun = Done & { findings: Findings }
type Done = { restores: number; kills: number; reorganisations: number; behindALag: number }

type Plan = { mode: Mode; restores: number; until: number; random: Random; stop?: AbortSignal; say(text: string): void }
type Scene = { stage: Stage; keeper: Keeper; traffic: Traffic; plan: Plan; done: Done; file: string; newest: Wallet[] }

/**
 * A backup, then payments of all verbs from ten wallets and two newer ones, with kills; then that backup is put back again and
 * again. Each time the whole history has to be there again, by ID, each repeat has to be answered with its own payment, and the
 * newer wallets have to pay; nothing may be left to a person.
 */
export async function historyRun(plan: Plan): Promise<HistoryRun> {
  const { mode, random, say } = plan
  const done: Done = { restores: 0, kills: 0, reorganisations: 0, behindALag: 0 }
  const stage = await openStage({ mode })
  const keeper = createKeeper(stage)
  try {
    await keeper.start()
    const [one, ...others] = stage.accounts
    const wallets = [...(await makeWallets(stage, 3)), ...(await (one === undefined ? [] : walletsOf(stage, one, 1)))]
    await rest(stage)
    const backups = backupsIn(stage)
    await backups.make()
    const newest = (await Promise.all(others.map((account) => walletsOf(stage, account, 1)))).flat()
    wallets.push(...newest)
    const before = await readPurses(stage)
    const traffic = startTraffic(stage, wallets, random.fork('traffic'), CLIENTS)
    const limit = { kills: KILLS_AT_ONCE, until: plan.until, ...(plan.stop && { stop: plan.stop }) }
    const kills = random.fork('kills')
    while (traffic.intents.length < PAYMENTS && performance.now() < plan.until && !plan.stop?.aborted)
      done.kills += (await killAgainAndAgain(stage, keeper, kills, limit)).count
    await traffic.finish(LAST_WORDS_MS)
    await rest(stage)
    const [file = ''] = backups.files
    const scene = { stage, keeper, traffic, plan, done, file, newest }
    const problems = await restoreAll(scene)
    await rest(stage)
    await keeper.stop()
    const checked = await checkRestored(stage, traffic.intents, wallets, before)
    say(
      `${mode}: ${done.restores} restores, ${done.behindALag} behind a lag, ${done.reorganisations} with a reorganisation: ` +
        `${checked.payments} payments of ${wallets.length} wallets, ${done.kills} kills`,
    )
    const surprises = [...traffic.surprises.keys()]
    return { ...done, findings: { ...checked, problems: [...problems, ...checked.problems], surprises } }
  } finally {
    await keeper.stop()
    await stage.close()
  }
}

async function restoreAll(scene: Scene): Promise<Problem[]> {
  const { stage, traffic, plan, done } = scene
  let known = await historyOf(stage)
  const bytes = new Map<string, string>()
  while (done.restores < plan.restores && performance.now() < plan.until && !plan.stop?.aborted) {
    for (const [hash, raw] of await signedBytes(stage)) bytes.set(hash, raw)
    const random = plan.random.fork(`restore ${done.restores}`)
    known = anyPayoutOf(await restoreOnce(scene, random, bytes), known)
    const problems = [
      ...(await untilBack(stage, known)),
      ...(await askEverything(scene, known)),
      ...(await left(stage)),
    ]
    if (problems.length > 0) return problems
    plan.say(`${plan.mode}: ${done.restores} restores, ${known.size} rows back each time`)
    traffic.intents.push(...(await payFromNewest(scene)))
    await rest(stage)
    known = await historyOf(stage)
  }
  return []
}

/** Gives what a reorganisation took back and mined again. */
async function restoreOnce({ stage, keeper, done, file }: Scene, random: Random, bytes: ReadonlyMap<string, string>) {
  const again: string[] = []
  const reorganise = async () => {
    const hashes = await mineAgain(stage, bytes, BLOCKS_MOST, random)
    if (hashes === undefined) return
    done.reorganisations += 1
    again.push(...hashes)
  }
  await (await keeper.running()).kill()
  const { movedAside } = await restoreBackup(readConfig(stage.settings), file, PASSPHRASE, true)
  if (movedAside !== undefined) rmSync(movedAside, { recursive: true })
  // As a snapshot of the machine that is put back.
  if (random.chance(0.5)) await stage.withStore(({ db }) => db.deleteFrom('restores').execute())
  const isReorganised = random.chance(0.3)
  if (isReorganised && random.chance(0.5)) await reorganise()
  const lags = random.chance(0.3)
  if (lags) stage.rpc.on(LAG, random.fork('nodes'))
  if (lags) done.behindALag += 1
  const gateway = await keeper.start()
  done.restores += 1
  if (random.chance(0.3)) {
    await sleep(random.between(0, 2_000))
    await gateway.kill()
    await keeper.start()
  }
  await sleep(random.between(0, 2_000))
  if (isReorganised && !lags) await reorganise()
  if (lags) await sleep(random.between(2_000, LAG_MS))
  stage.rpc.off()
  return again
}

/** With their keys. What failed unsigned has left its key free. */
async function askEverything({ stage, traffic }: Scene, known: History): Promise<Problem[]> {
  const repeated = traffic.intents.filter(({ ids }) => [...ids].some((id) => known.has(id)))
  for (let start = 0; start < repeated.length; start += REPEATS_AT_ONCE)
    await traffic.askAgain(repeated.slice(start, start + REPEATS_AT_ONCE))
  const astray = repeated.filter(({ outcome }) => outcome !== 'made')
  return [
    ...astray.map(({ key, outcome }) => problem('lost', `key ${key} was answered otherwise: ${outcome}`)),
    ...(await untilBack(stage, known)),
  ]
}

/** What would be for a person. */
function left(stage: Stage): Promise<Problem[]> {
  return stage.withStore(async ({ db, keys }) => {
    const { owed, minedAfterAll } = await countOwed(db)
    const strangers = (await listAllUnattributed(db, keys)).filter(({ does }) => does !== null)
    return [
      ...strangers.map(({ hash, does }) => problem('stuck', `${hash}, a ${does}, waits for a person`)),
      ...(owed + minedAfterAll > 0 ? [problem('stuck', `${owed + minedAfterAll} payments wait for a person`)] : []),
    ]
  })
}

/** The wallets that are newer than the backup sign again. */
async function payFromNewest({ traffic, newest, done }: Scene): Promise<Intent[]> {
  const probes = newest.map(({ id, account }, index): Intent => {
    const body = { walletId: id, to: SOMEBODY_ELSE, amount: '0.01', token: 'STABLE' }
    const key = `newest ${index} after ${done.restores}`
    return { key, account, verb: 'transfer', body, ids: new Set(), ends: [], outcome: 'open', asked: 0 }
  })
  await traffic.askAgain(probes)
  return probes
}
