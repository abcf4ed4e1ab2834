import { formatUnits } from '#shared/model/money.ts'
import type { TransactionType } from '#shared/model/transaction.ts'

type Asked = { type: TransactionType; token: string; asked: bigint | undefined }

/**
 * Why a payment whose transaction succeeded has failed all the same: a confidential move that the balance does not cover
 * any more moves zero and does not revert.
 */
export function shortfall({ type, token, asked }: Asked, moved: bigint): string {
  const verb = type === 'REDEEM' ? 'burned' : 'moved'
  const instead = asked === undefined ? 'instead of the amount that was asked for' : `instead of ${formatUnits(asked)}`
  return `The transaction was mined, but ${verb} ${formatUnits(moved)} ${token} ${instead}: the balance did not cover it any more. Nothing else was taken.`
}
