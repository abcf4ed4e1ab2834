import type { Address } from '#shared/model/ids.ts'
import { openIfKnown } from '../crypto/amounts.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

/** The cost of legs to their sender: wei for gas and value, and units of each token. */
export type Underway = { wei: bigint; stable: bigint; cstable: bigint }

const takenFrom = prepared((db, at: { sender: Address; from: number }) =>
  db
    .selectFrom('legs')
    .innerJoin('transactions', 'transactions.id', 'legs.transactionId')
    .select(['transactions.id', 'type', 'amount', 'confidential', 'kind', 'cost', 'movesValue'])
    .where('sender', '=', at.sender)
    .where('nonce', '>=', at.from),
)

/** The cost of the legs of a sender, from a nonce on. */
export async function underwayOf(db: Db, keys: Keyring, sender: Address, from: number): Promise<Underway> {
  const { rows } = await takenFrom(db, { sender, from })
  const sum: Underway = { wei: 0n, stable: 0n, cstable: 0n }
  for (const row of rows) {
    sum.wei += BigInt(row.cost)
    const payout = row.kind === 'payout'
    if (!payout && (row.movesValue === 0 || row.type === 'FUND')) continue
    const units = openIfKnown(keys, { table: 'transactions', column: 'amount', row: row.id }, row.amount)
    if (row.confidential === 1 && !payout) sum.cstable += units
    else sum.stable += units
  }
  return sum
}
