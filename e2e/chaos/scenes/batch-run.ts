import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { restoreBackup } from '../../../gateway/cli/backup/restore-backup.ts'
import { readConfig } from '../../../gateway/config/config.ts'
import { batchFindings, type Wanted } from '../checks/batch.ts'
import type { Findings } from '../checks/check.ts'
import type { Engine } from '../database.ts'
import { killSomehow } from '../faults/kills.ts'
import { backupsIn, PASSPHRASE } from '../faults/restores.ts'
import { createKeeper, type Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import { type Account, openStage, type Stage } from '../stage.ts'
import { apiOf } from '../traffic/api-of.ts'
import { inFlight } from '../traffic/in-flight.ts'
import { walletsOf } from '../traffic/wallets.ts'

/** `forgotten`: rows that were paid after the backup that was put back. */
export type BatchRun = { kills: number; restores: number; forgotten: number; findings: Findings }

const WALLETS = 4
export const KILLS = 10
/** After this kill a backup is made, and after the other one it is put back. */
const BACKUP_AFTER = 4
const RESTORE_AFTER = 6
const LAST_WORDS_MS = 240_000

type Plan = {
  rows: number
  engine: Engine
  replicas: number
  until: number
  random: Random
  say(text: string): void
  stop?: AbortSignal
}

/**
 * One batch, half of its rows in public and half confidential, each to an address of its own: the gateways are killed at ten
 * moments spread over it, and a backup from within is put back once, after which the payer has to resume it. The draft is asked for
 * and started again after each start, as somebody does who had no answer.
 */
export async function batchRun(plan: Plan): Promise<BatchRun> {
  const { rows, engine, replicas, random, say } = plan
  const stage = await openStage({ mode: 'backed', engine, replicas })
  const keepers = stage.replicas.map((_, index) => createKeeper(stage, index))
  const done = { kills: 0, restores: 0, forgotten: 0 }
  try {
    for (const keeper of keepers) await keeper.start()
    const [payer] = stage.accounts as [Account]
    const wallets = await walletsOf(stage, payer, WALLETS)
    const wanted = Array.from({ length: rows }, (_, index) => rowAt(index, wallets[index % WALLETS]?.id ?? ''))
    const id = await startAgain(stage, payer, wanted)
    const begun = performance.now()
    const backups = backupsIn(stage)
    const isOver = () => performance.now() > plan.until || plan.stop?.aborted === true
    while (done.kills < KILLS && !isOver()) {
      const mark = (rows * (done.kills + 1)) / (KILLS + 1)
      while ((await paidOf(stage, id)) < mark && !isOver()) await sleep(100)
      // The batch is paid by one of them: in turns each of them is killed.
      const keeper = keepers[done.kills % keepers.length] as Keeper
      const how = await killSomehow(await keeper.running(), random.fork(String(done.kills)))
      done.kills += 1
      say(`${await paidOf(stage, id)} of ${rows} rows paid, kill ${done.kills}: ${how}`)
      if (done.kills === RESTORE_AFTER) {
        done.forgotten = await putBack(stage, keepers, backups.files[0] ?? '', id)
        done.restores += 1
        say(`a backup is put back, which knows of ${done.forgotten} paid rows less`)
      }
      await Promise.all(keepers.map((each) => each.running()))
      if (done.kills === RESTORE_AFTER) await goOn(stage, payer, id)
      if (done.kills === BACKUP_AFTER) await backups.make()
      if ((await startAgain(stage, payer, wanted)) !== id) throw new Error('asked for again, it is another batch')
    }
    await untilDone(stage, payer, id, isOver)
    say(`${rows} rows took ${Math.round((performance.now() - begun) / 1_000)} s`)
    const findings = await batchFindings(stage, payer, id, wanted)
    return { ...done, findings }
  } finally {
    await Promise.all(keepers.map((keeper) => keeper.stop()))
    await stage.close()
  }
}

/** Amounts differ, so that none can stand for another one. */
function rowAt(index: number, walletId: string): Wanted {
  const amount = `0.0${String(index + 1).padStart(5, '0')}`
  return { walletId, amount, token: index % 2 === 0 ? 'STABLE' : 'cSTABLE', to: addressOf(index) }
}

/** Of digits alone: its checksum changes nothing. */
const addressOf = (index: number) => `0x${String(index + 1_000_000).padStart(40, '1')}` as const

/** The draft under its key, and its start: both change nothing where they have been heard before. Gives its ID. */
const startAgain = (stage: Stage, payer: Account, rows: Wanted[]): Promise<string> =>
  untilHeard(async () => {
    const api = apiOf(stage, payer)
    const { batch } = await api.createBatch({ rows, name: 'payroll' }, { idempotencyKey: 'payroll' })
    await api.startBatch({ id: batch.id })
    return batch.id
  })

/** Resumes what the restore has paused. */
async function goOn(stage: Stage, payer: Account, id: string): Promise<void> {
  const api = apiOf(stage, payer)
  const { batch } = await untilHeard(() => api.getBatch({ id }))
  if (batch.status !== 'PAUSED' || batch.reason?.code !== 'restored')
    throw new Error(`after the restore the batch is ${batch.status}`)
  await untilHeard(() => api.resumeBatch({ id }))
}

/** Asks until there is an answer; not for ever. */
async function untilHeard<T>(ask: () => Promise<T>): Promise<T> {
  const late = performance.now() + LAST_WORDS_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > late) throw error
      await sleep(500)
    }
  }
}

async function paidOf(stage: Stage, id: string): Promise<number> {
  const query = `SELECT count(*) AS paid FROM batch_rows WHERE batch_id = '${id}' AND status = 'SETTLED'`
  const [row] = await stage.database.select<{ paid: number | string }>(query)
  return Number(row?.paid ?? 0)
}

/** Kills all gateways and restores a backup. Returns how many rows the chain has paid that the restored database does not show as paid. */
async function putBack(stage: Stage, keepers: Keeper[], file: string, id: string): Promise<number> {
  await Promise.all(keepers.map(async (keeper) => (await keeper.running()).kill()))
  const before = await paidOf(stage, id)
  await stage.database.empty()
  const { movedAside } = await restoreBackup(readConfig(stage.settings), file, PASSPHRASE, true)
  if (movedAside !== undefined) rmSync(movedAside, { recursive: true })
  return before - (await paidOf(stage, id))
}

/** Until it has ended and nothing is under way; not for ever. */
async function untilDone(stage: Stage, payer: Account, id: string, isOver: () => boolean): Promise<void> {
  let late = Number.POSITIVE_INFINITY
  for (;;) {
    const answer = await apiOf(stage, payer)
      .getBatch({ id })
      .catch(() => undefined)
    if (answer?.batch.status === 'DONE' && (await inFlight(stage)).length === 0) return
    if (isOver()) late = Math.min(late, performance.now() + LAST_WORDS_MS)
    if (performance.now() > late) return
    await sleep(1_000)
  }
}
