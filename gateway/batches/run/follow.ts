import { atomically } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { countedOf, moveRow, type Row } from '../rows-store.ts'
import { changeTotals } from '../store.ts'
import { moved, type Totals } from '../totals.ts'
import { sayAltered, unlessAltered } from './altered.ts'
import { type Ended, endedRows, nameBatch, rebuiltRows } from './run-store.ts'

const AT_ONCE = 100

/** Writes to rows what became of their payments. */
export async function follow(world: World): Promise<void> {
  await adoptRebuilt(world)
  for (;;) {
    const ended = await endedRows(world.db, world.keys, AT_ONCE, sayAltered(world))
    let isMoved = false
    for (const [batchId, some] of Map.groupBy(ended, ({ row }) => row.batchId))
      await unlessAltered(world, batchId, async () => {
        await moveEnded(world, batchId, some)
        isMoved = true
      })
    if (!isMoved || ended.length < AT_ONCE) return
  }
}

/** Moves the rows of one batch whose payments have ended, and writes its sums once for all of them. */
async function moveEnded({ db, keys, clock }: World, batchId: string, ended: readonly Ended[]): Promise<void> {
  await atomically(db, async (trx) => {
    const done: Ended[] = []
    for (const one of ended) if (await moveRow(trx, keys, one.row.id, ['PENDING'], one.to)) done.push(one)
    if (done.length === 0) return
    const change = (sums: Totals) => done.reduce((all, { row, to }) => moved(all, 'PENDING', to, countedOf(row)), sums)
    await changeTotals(trx, keys, batchId, change, { now: clock.now() })
  })
}

/**
 * After a restore the chain has payments of rows that wait here, or that were cancelled or refused meanwhile. Once such a payment
 * has come back, its row follows it again.
 */
async function adoptRebuilt(world: World): Promise<void> {
  for (const row of await rebuiltRows(world.db, world.keys, sayAltered(world)))
    await unlessAltered(world, row.batchId, () => adoptRow(world, row))
}

async function adoptRow({ db, keys, clock }: World, row: Row): Promise<void> {
  await atomically(db, async (trx) => {
    await nameBatch(trx, row)
    const before = ['WAITING', 'CANCELLED', 'FAILED'].includes(row.status) && row.status
    if (before === false || !(await moveRow(trx, keys, row.id, [before], 'PENDING'))) return
    const change = (sums: Totals) => moved(sums, before, 'PENDING', countedOf(row))
    await changeTotals(trx, keys, row.batchId, change, { now: clock.now() })
  })
}
