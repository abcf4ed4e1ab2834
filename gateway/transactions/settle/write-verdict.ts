import type { Hex } from '#shared/model/ids.ts'
import type { Db } from '../../db/database.ts'
import type { Leg } from '../../legs/store.ts'
import { recount } from '../../requests/move-request.ts'
import type { World } from '../../world/world.ts'
import { receiversShare } from '../arrivals/of-own-transfer.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { moveTransaction } from '../write-store.ts'
import { decide, type Facts } from './decide.ts'

/** The transaction that paid a redeem, and the wei that it took, if known. */
type Paid = { hash?: Hex; fee?: bigint }

/** Adds the fee of the payout's own leg; a payout by another sender has no fee here. */
export function withOwnFee({ hash, fee: seen }: Paid, legs: readonly Leg[]): Paid {
  const fee = seen ?? legs.find((leg) => leg.minedHash === hash)?.fee
  return { ...(hash === undefined ? {} : { hash }), ...(fee === undefined ? {} : { fee }) }
}

/** Decides, and writes the verdict where it says something new. Undefined where another look has moved the row meanwhile. */
export async function writeVerdict(
  world: World,
  transaction: Transaction,
  facts: Facts,
  first: Leg,
  payout: Paid = {},
): Promise<Transaction | undefined> {
  const { hash: settlementTxHash, fee: settlementGasFee } = payout
  const verdict = decide({ ...facts, state: transaction.state })
  // If nothing took effect, the hash stays that of the leg that would have moved value.
  const isOwn = first.state !== 'superseded' && first.state !== 'cancelled'
  const txHash = first.minedHash !== null && isOwn ? first.minedHash : transaction.txHash
  const cancelledBy = first.state === 'cancelled' ? first.minedHash : null
  const same =
    verdict.state === transaction.state &&
    verdict.waitingFor === transaction.waitingFor &&
    txHash === transaction.txHash &&
    (settlementTxHash ?? transaction.settlementTxHash) === transaction.settlementTxHash
  if (same) return transaction
  const change = {
    ...verdict,
    ...(txHash === null ? {} : { txHash }),
    ...(cancelledBy === null ? {} : { cancelledBy }),
    ...(settlementTxHash === undefined ? {} : { settlementTxHash }),
    ...(first.fee === undefined ? {} : { gasFee: first.fee }),
    ...(settlementGasFee === undefined ? {} : { settlementGasFee }),
  }
  const receivers = await receiversShare(world, transaction, verdict, first)
  const now = world.clock.now()
  const { requestId } = transaction
  // A request that names its payment, or is emptied by it, hears of it at the same moment.
  const ofRequest = async (trx: Db) => [
    ...((await receivers?.(trx)) ?? []),
    ...(requestId === null ? [] : await recount(trx, world.keys, [requestId], now)),
  ]
  const share = requestId === null ? receivers : ofRequest
  world.step('before writing a verdict')
  const moved = await moveTransaction(world.db, world.keys, transaction, change, now, share)
  world.step('after writing a verdict')
  return moved ? findTransaction(world.db, world.keys, transaction.id) : undefined
}
