import type { Address } from '#shared/model/ids.ts'
import { appendOwn } from '../../audit/store.ts'
import { atomically, type Db, isDuplicate } from '../../db/database.ts'
import type { LegKind } from '../../db/schema/payment-rows.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { makeLeg } from '../../legs/reconciling/unattributed/make-leg.ts'
import { noteOwner, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import type { Tag } from '../../legs/tags/tag.ts'
import type { Owner } from '../../wallets/custodial-store.ts'
import type { World } from '../../world/world.ts'
import { endApproved } from '../approvals/end.ts'
import type { Transaction } from '../store.ts'
import { insertTransaction } from '../write-store.ts'

/** A payment as the chain shows it. */
export type Rebuilt = {
  tag: Tag
  kind: LegKind
  wallet: Owner
  confidential: boolean
  to: Address | null
  /** Null where the chain does not show the amount that was asked for. */
  units: bigint | null
}

/** Stores a rebuilt payment. False if another process has stored it, or its nonce is taken. */
export async function writeAgain(world: World, one: Unattributed, made: Rebuilt): Promise<boolean> {
  const { tag, kind, wallet } = made
  const { hash } = one
  const { stable, cstable } = world.chain.tokens
  const isPublic = tag.type === 'FUND' || (tag.type === 'TRANSFER' && !made.confidential)
  const isWritten = await storeFound(world, one, { tag, kind, accountId: wallet.accountId }, (db, now, rebuiltFrom) =>
    insertTransaction(db, world.keys, {
      id: tag.row,
      accountId: wallet.accountId,
      walletId: wallet.id,
      type: tag.type,
      status: 'PENDING',
      units: made.units,
      token: isPublic ? stable.symbol : cstable.symbol,
      confidential: made.confidential,
      from: one.sender,
      to: made.to,
      externalId: null,
      txHash: tag.role === 'cancellation' ? null : hash,
      error: null,
      requestDigest: tag.digest,
      requestId: wallet.forRequest === 1 ? wallet.id : null,
      rebuiltFrom,
      now,
    }),
  )
  if (isWritten) {
    world.log.warn({ transaction: tag.row, hash }, 'a payment that this database did not know is written again')
  }
  return isWritten
}

type Approved = { tag: Tag; row: Transaction; kind: LegKind }

/** A payment that waits here, and that was approved before: the chain has its call, or its cancellation. */
export function takeApproved(world: World, one: Unattributed, { tag, row, kind }: Approved): Promise<boolean> {
  return storeFound(world, one, { tag, kind, accountId: row.accountId }, async (db, now, reservedAt) => {
    const txHash = tag.role === 'cancellation' ? {} : { txHash: one.hash }
    if (!(await endApproved(db, world.keys, row, { reservedAt, ...txHash }, now))) throw new Taken()
  })
}

type Named = { tag: Tag; kind: LegKind; accountId: string }

/**
 * Writes the payment that a tag names, with the found transaction as its leg and an entry in the audit log, in one database
 * transaction. False if another process has done so, or another leg has the nonce. `minedAt`: the time of its block.
 */
async function storeFound(
  world: World,
  one: Unattributed,
  { tag, kind, accountId }: Named,
  write: (db: Db, now: number, minedAt: number) => Promise<void>,
): Promise<boolean> {
  const now = world.clock.now()
  const block = await world.chain.block(one.blockNumber, { wasSeen: true, old: true })
  // A reorganisation may have left what pays it below it.
  const signedBlock = await searchFrom(world, one.sender, one.nonce)
  const leg = { transactionId: tag.row, kind, movesValue: true, signedBlock }
  try {
    await atomically(world.db, async (db) => {
      await write(db, now, block === undefined ? now : block.time * 1000)
      await makeLeg(db, world, one, { ...leg, isCancellation: tag.role === 'cancellation' })
      if (!(await noteOwner(db, one.hash, tag.row))) throw new Taken()
      await appendOwn({ ...world, db }, { accountId, type: 'transaction.rebuilt', subject: tag.row })
    })
    return true
  } catch (error) {
    if (!isDuplicate(error) && !(error instanceof Taken)) throw error
    return false
  }
}

/** Another process has given the transaction to a payment, or a reorganisation has taken it away. */
class Taken extends Error {}
