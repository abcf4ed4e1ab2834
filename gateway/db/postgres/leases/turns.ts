import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Locks, Turn } from '../../../world/locks.ts'
import type { Clock } from '../../../world/world.ts'
import type { Database } from '../../database.ts'
import { databaseNow } from '../clock.ts'

/** Kept by asking every two seconds; of a gateway that was killed it is free after so long. */
const TURN_MS = 5_000
/** So long at most in one go, then others have a chance: a turn behind a dead node would otherwise last. */
const TURN_MAX_MS = 30_000
const REST_MS = 4_000

/** Turns as rows of `leases`. No transaction depends on one: two that both believe to have it do the same work twice. */
export function createTurns(db: Database, clock: Pick<Clock, 'elapsed'>): Pick<Locks, 'hasTurn' | 'endTurn'> {
  const owner = randomUUID()
  // Of each turn by itself: one that another gateway has says nothing about the others.
  const begunAt = new Map<Turn, number>()
  const restsUntil = new Map<Turn, number>()

  async function endTurn(turn: Turn): Promise<void> {
    begunAt.delete(turn)
    await db.deleteFrom('leases').where('name', '=', turn).where('owner', '=', owner).execute()
  }

  return {
    endTurn,
    async hasTurn(turn) {
      const now = clock.elapsed()
      if (now < (restsUntil.get(turn) ?? Number.NEGATIVE_INFINITY)) return false
      const since = begunAt.get(turn)
      if (since !== undefined && now - since >= TURN_MAX_MS) {
        restsUntil.set(turn, now + REST_MS)
        await endTurn(turn)
        return false
      }
      const isMine = await take(db, turn, owner)
      if (isMine) begunAt.set(turn, since ?? now)
      else begunAt.delete(turn)
      return isMine
    },
  }
}

async function take(db: Database, name: Turn, owner: string): Promise<boolean> {
  const taken = await db
    .insertInto('leases')
    .values({ name, owner, until: sql<number>`${databaseNow} + ${sql.lit(TURN_MS)}` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((e) => ({ owner: e.ref('excluded.owner'), until: e.ref('excluded.until') }))
        .where((e) => e.or([e('leases.until', '<=', databaseNow), e('leases.owner', '=', owner)])),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}
