import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeBackup } from '../../../gateway/cli/backup/make-backup.ts'
import { restoreBackup } from '../../../gateway/cli/backup/restore-backup.ts'
import { readConfig } from '../../../gateway/config/config.ts'
import type { Keeper } from '../gateways/keeper.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { everyTransaction } from '../traffic/in-flight.ts'
import type { Intent } from '../traffic/intent.ts'
import type { Traffic } from '../traffic/traffic.ts'

export const PASSPHRASE = 'the passphrase of every backup'
/** Backups that are kept: any of them may be the next to be restored. */
const KEPT = 5
const BACKUPS_BETWEEN = 2

export type Restores = { count: number; forgotten: number; killedWhileReconciling: number; behindALag: number }

/**
 * Takes backups at random moments while clients pay, and puts random ones back, each time with the gateway killed and the
 * chain further on. Anyone who had an answer that the gateway has forgotten asks again with its key.
 */
export async function restoreAgainAndAgain(
  stage: Stage,
  keeper: Keeper,
  traffic: Traffic,
  random: Random,
  limit: {
    restores: number
    until: number
    /** Above 1: a reorganisation takes back some of what the backup lacks, and no pool has it. */
    confirmations?: number
    stop?: AbortSignal
    told?: (count: number) => void
  },
): Promise<Restores> {
  const { confirmations = 1 } = limit
  const config = readConfig(stage.settings)
  const backups = backupsIn(stage)
  const marks = random.fork('marks')
  const nodes = random.fork('nodes')
  const reorganisations = random.fork('reorganisations')
  const done: Restores = { count: 0, forgotten: 0, killedWhileReconciling: 0, behindALag: 0 }
  await backups.make()
  while (done.count < limit.restores && performance.now() < limit.until && !limit.stop?.aborted) {
    for (let made = random.between(0, BACKUPS_BETWEEN); made > 0; made--) {
      await sleep(random.between(0, 700))
      await backups.make()
    }
    await sleep(random.between(50, 900))
    // Now and then while no blocks are made: what waits in the pool is mined when the backup is in place.
    const still = random.chance(0.2)
    if (still) await stage.controls.setAutomine(false)
    if (still) await sleep(random.between(50, 300))
    await (await keeper.running()).kill()
    // Not below a final block, nor below the test-net's last snapshot, which it refuses.
    const taken = reorganisations.between(0, confirmations - 1)
    if (taken > 0) await stage.controls.rollback(taken).catch(() => undefined)
    const { movedAside } = await restoreBackup(config, random.pick(backups.files), PASSPHRASE, true)
    if (movedAside !== undefined) rmSync(movedAside, { recursive: true })
    // As a snapshot of the machine that is put back: nothing says that the data is older than the chain.
    if (marks.chance(0.5)) await stage.withStore(({ db }) => db.deleteFrom('restores').execute())
    done.count += 1
    // What is looked for is looked for on two nodes, of which one does not know the newest blocks.
    const lags = nodes.chance(0.3)
    if (lags) stage.rpc.on('two nodes, some blocks apart', nodes.fork(String(done.count)))
    if (lags) done.behindALag += 1
    const gateway = await keeper.start()
    if (random.chance(0.3)) {
      await sleep(random.between(0, 300))
      await gateway.kill()
      done.killedWhileReconciling += 1
      await keeper.start()
    }
    if (still) await stage.controls.setAutomine(true)
    done.forgotten += await askForForgotten(stage, traffic)
    if (lags) stage.rpc.off()
    limit.told?.(done.count)
  }
  return done
}

/** Those that had an answer are asked for again, as a client does whose payment the gateway does not know any more. */
export async function askForForgotten(stage: Stage, traffic: Traffic): Promise<number> {
  const known = new Set((await everyTransaction(stage)).map(({ id }) => id))
  const isForgotten = ({ outcome, ids }: Intent) => outcome === 'made' && ![...ids].some((id) => known.has(id))
  const forgotten = traffic.intents.filter(isForgotten)
  await traffic.askAgain(forgotten)
  return forgotten.length
}

/** What failed is asked for once more: its key answers with the payment that failed. */
export async function askForFailed(stage: Stage, traffic: Traffic): Promise<void> {
  const rows = await stage.database.select<{ id: string }>(`SELECT id FROM transactions WHERE status = 'FAILED'`)
  const failed = new Set(rows.map(({ id }) => id))
  const isFailed = ({ outcome, ids }: Intent) => outcome === 'made' && [...ids].every((id) => failed.has(id))
  await traffic.askAgain(traffic.intents.filter(isFailed))
}

export function backupsIn(stage: Stage) {
  const folder = mkdtempSync(join(stage.settings.SOTTO_DATA_DIR ?? '', '..', 'backups-'))
  const files: string[] = []
  let count = 0
  return {
    files,
    async make(): Promise<void> {
      const file = join(folder, `${count++}.backup`)
      await stage.withStore((store) => makeBackup(store, readConfig(stage.settings), file, PASSPHRASE))
      files.push(file)
      for (const old of files.splice(0, files.length - KEPT)) rmSync(old)
    },
  }
}
