import { sql } from 'kysely'
import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'

/**
 * Payments that read settled while the chain may not have them any more: nothing but the legs says so until one is looked at,
 * and then waits for its confirmation again. The conditions on `state` are as the indexes say them.
 */

/** Settled payments with a leg that is not confirmed any more; one with several such legs is there several times. */
export function listTakenBack(db: Db): Promise<{ id: string; updatedAt: number }[]> {
  return (
    db
      // By itself: in one, SQLite goes through all transactions and looks for legs of each.
      .with(
        (cte) => cte('unconfirmed').materialized(),
        (from) => from.selectFrom('legs').select('transactionId').where(sql<boolean>`state in ('open', 'mined')`),
      )
      .selectFrom('unconfirmed')
      .innerJoin('transactions', 'transactions.id', 'unconfirmed.transactionId')
      .select(['transactions.id', 'transactions.updatedAt'])
      .where('transactions.status', '=', 'SETTLED')
      .where('transactions.waitingFor', 'is', null)
      .execute()
  )
}

/** A leg that was confirmed in a block. */
export type Confirmed = { transactionId: string; blockNumber: number; blockHash: Hex }

/** Payments with a leg confirmed between two blocks, both included; legs whose bytes were forgotten are left out. */
export async function confirmedBetween(db: Db, from: number, to: number): Promise<Confirmed[]> {
  const rows = await db
    .selectFrom('legs')
    .innerJoin('transactions', 'transactions.id', 'legs.transactionId')
    .select(['legs.transactionId', 'legs.blockNumber', 'legs.blockHash'])
    .where(sql<boolean>`legs.state = 'confirmed'`)
    .where('legs.blockNumber', '>=', from)
    .where('legs.blockNumber', '<=', to)
    // Also one that may settle by what a look has seen before. The legs of a failed one are not all looked at.
    .where('transactions.status', '<>', 'FAILED')
    .where((e) =>
      e.exists(
        e
          .selectFrom('attempts')
          .select('hash')
          .whereRef('attempts.legId', '=', 'legs.id')
          .where('attempts.forgottenAt', 'is', null),
      ),
    )
    .execute()
  return rows.flatMap(({ transactionId, blockNumber, blockHash }) =>
    blockNumber === null || blockHash === null ? [] : [{ transactionId, blockNumber, blockHash }],
  )
}
