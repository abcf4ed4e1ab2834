import { atomically, type Db } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { countedOf, moveRow } from '../rows-store.ts'
import { changeTotals } from '../store.ts'
import { moved } from '../totals.ts'
import { sayAltered } from './altered.ts'
import { endedRows, nameBatch, rebuiltRows } from './run-store.ts'

const AT_ONCE = 100

/** Writes to rows what became of their payments. */
export async function follow(world: World): Promise<void> {
  await adoptRebuilt(world)
  for (;;) {
    const ended = await endedRows(world.db, world.keys, AT_ONCE, sayAltered(world))
    if (ended.length === 0) return
    await atomically(world.db, async (db) => {
      for (const { row, to } of ended) {
        const isMoved = await moveRow(db, world.keys, row.id, ['PENDING'], to)
        if (isMoved) await count(db, world, row, 'PENDING', to)
      }
    })
    if (ended.length < AT_ONCE) return
  }
}

/** After a restore rows wait, or were cancelled meanwhile, whose payments the chain has: they come back, and have their rows again. */
async function adoptRebuilt(world: World): Promise<void> {
  for (const row of await rebuiltRows(world.db, world.keys, sayAltered(world))) {
    await atomically(world.db, async (db) => {
      await nameBatch(db, row)
      const before = ['WAITING', 'CANCELLED'].includes(row.status) && row.status
      if (before === false || !(await moveRow(db, world.keys, row.id, [before], 'PENDING'))) return
      await count(db, world, row, before, 'PENDING')
    })
  }
}

type Counted = Parameters<typeof countedOf>[0]
type Status = Parameters<typeof moved>[1]

function count(db: Db, { keys, clock }: World, row: Counted, from: Status, to: Status): Promise<void> {
  const change = (sums: Parameters<typeof moved>[0]) => moved(sums, from, to, countedOf(row))
  return changeTotals(db, keys, row.batchId, change, { now: clock.now() })
}
