import type { Db } from '../../db/database.ts'
import { gasGrantsOf } from './grants-store.ts'

/** The wallet has gas by now. */
export class HasGas extends Error {}

/** The wallet was given gas after this gift was decided on. */
export class GivenMeanwhile extends Error {}

/** The operator has too little itself. No payment failed: nothing is recorded. */
export class OperatorShort extends Error {}

export function requireGasNeeded(wei: bigint): void {
  if (wei === 0n) throw new HasGas()
}

/** One gift for each need: throws, in the database transaction that stores a gift, if a gift is newer than the need. */
export async function requireNoGiftSince(db: Db, walletId: string, givenBefore: number): Promise<void> {
  if ((await gasGrantsOf(db, walletId)).count > givenBefore) throw new GivenMeanwhile()
}
