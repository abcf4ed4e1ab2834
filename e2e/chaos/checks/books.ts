import { openIfKnown } from '../../../gateway/crypto/amounts.ts'
import type { LegKind, TransactionRow } from '../../../gateway/db/schema/payment-rows.ts'
import type { Stage } from '../stage.ts'

type Hex = `0x${string}`

/** What the gateway has written down about a payment. */
export type Entry = Pick<
  TransactionRow,
  | 'id'
  | 'type'
  | 'status'
  | 'waitingFor'
  | 'token'
  | 'confidential'
  | 'toAddress'
  | 'walletId'
  | 'txHash'
  | 'settlementTxHash'
> & {
  units: bigint
  from: Hex
  legs: { kind: LegKind; movesValue: boolean; state: string; sender: Hex; nonce: number; hashes: Hex[] }[]
}

/** Reads the gateway's database past its API: what was asked for, not what came in. */
export async function readBooks(stage: Stage): Promise<Entry[]> {
  return stage.withStore(async ({ db, keys }) => {
    const calls = db.selectFrom('transactions').selectAll().where('type', '!=', 'RECEIVE')
    const rows = await calls.orderBy('createdAt').execute()
    const legs = await db.selectFrom('legs').selectAll().orderBy('position').execute()
    const attempts = await db.selectFrom('attempts').select(['hash', 'legId', 'kind']).execute()
    const wallets = await db.selectFrom('wallets').select(['id', 'address']).execute()
    const addresses = new Map(wallets.map(({ id, address }) => [id, address]))
    const hashes = Map.groupBy(attempts, (attempt) => attempt.legId)
    const legsOf = Map.groupBy(legs, (leg) => leg.transactionId)
    return rows.map((row) => ({
      ...row,
      units: openIfKnown(keys, { table: 'transactions', column: 'amount', row: row.id }, row.amount),
      from: addresses.get(row.walletId) ?? '0x',
      legs: (legsOf.get(row.id) ?? []).map((leg) => ({
        kind: leg.kind,
        movesValue: leg.movesValue === 1,
        state: leg.state,
        sender: leg.sender,
        nonce: leg.nonce,
        hashes: (hashes.get(leg.id) ?? []).map(({ hash }) => hash),
      })),
    }))
  })
}
