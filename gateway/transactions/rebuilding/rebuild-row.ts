import type { Address } from '#shared/model/ids.ts'
import { appendEvent } from '../../audit/store.ts'
import { atomically, isDuplicate } from '../../db/database.ts'
import type { LegKind } from '../../db/schema/payment-rows.ts'
import { searchFrom } from '../../legs/reconciling/search-start.ts'
import { makeLeg } from '../../legs/reconciling/unattributed/make-leg.ts'
import { noteRedeem, type Unattributed } from '../../legs/reconciling/unattributed/store.ts'
import type { Tag } from '../../legs/tags/tag.ts'
import type { Owner } from '../../wallets/custodial-store.ts'
import type { World } from '../../world/world.ts'
import { approvalNews, endWait } from '../approvals/store.ts'
import type { Transaction } from '../store.ts'
import { type Change, insertTransaction, moveWithin } from '../write-store.ts'

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

/**
 * Stores a rebuilt payment in one database transaction, with an entry in the audit log. False if another process has stored it,
 * or its nonce is taken.
 */
export async function writeAgain(world: World, one: Unattributed, made: Rebuilt): Promise<boolean> {
  const { tag, kind, wallet } = made
  const { hash, sender, nonce } = one
  const now = world.clock.now()
  const { stable, cstable } = world.chain.tokens
  const isPublic = tag.type === 'FUND' || (tag.type === 'TRANSFER' && !made.confidential)
  const isCancelled = tag.role === 'cancellation'
  const block = await world.chain.block(one.blockNumber, { wasSeen: true, old: true })
  // A reorganisation may have left what pays it below it.
  const signedBlock = await searchFrom(world, sender, nonce)
  const store = atomically(world.db, async (db) => {
    await insertTransaction(db, world.keys, {
      id: tag.row,
      accountId: wallet.accountId,
      walletId: wallet.id,
      type: tag.type,
      status: 'PENDING',
      units: made.units,
      token: isPublic ? stable.symbol : cstable.symbol,
      confidential: made.confidential,
      from: sender,
      to: made.to,
      externalId: null,
      txHash: isCancelled ? null : hash,
      error: null,
      requestDigest: tag.digest,
      requestId: wallet.forRequest === 1 ? wallet.id : null,
      rebuiltFrom: block === undefined ? now : block.time * 1000,
      now,
    })
    const leg = { transactionId: tag.row, kind, movesValue: true, signedBlock }
    await makeLeg(db, world, one, { ...leg, isCancellation: isCancelled })
    if (!(await noteRedeem(db, hash, tag.row))) throw new Taken()
    const noCredential = { credentialType: null, credentialId: null, address: null }
    const event = { ...noCredential, accountId: wallet.accountId, type: 'transaction.rebuilt', outcome: 'ok' } as const
    await appendEvent({ ...world, db }, { ...event, subject: tag.row })
  })
  try {
    await store
  } catch (error) {
    if (!isDuplicate(error) && !(error instanceof Taken)) throw error
    return false
  }
  world.log.warn({ transaction: tag.row, hash }, 'a payment that this database did not know is written again')
  return true
}

/** A payment that waits here, and that was approved before: the chain has its call, or its cancellation. */
export async function takeApproved(world: World, one: Unattributed, tag: Tag, row: Transaction): Promise<boolean> {
  const { hash, sender, nonce } = one
  const signedBlock = await searchFrom(world, sender, nonce)
  const block = await world.chain.block(one.blockNumber, { wasSeen: true, old: true })
  const now = world.clock.now()
  const isCancellation = tag.role === 'cancellation'
  const reservedAt = block === undefined ? now : block.time * 1000
  const change = { state: 'sent', waitingFor: 'confirmation', reservedAt, ...(isCancellation ? {} : { txHash: hash }) }
  const store = atomically(world.db, async (db) => {
    if (!(await endWait(db, row.id))) throw new Taken()
    const news = async () => [approvalNews(row, 'approved')]
    if (!(await moveWithin(db, world.keys, row, change as Change, now, news))) throw new Taken()
    const kind = row.type === 'REDEEM' && one.does !== 'hidden transfer' ? 'unwrap' : 'transfer'
    await makeLeg(db, world, one, { transactionId: row.id, kind, movesValue: true, signedBlock, isCancellation })
    if (!(await noteRedeem(db, hash, row.id))) throw new Taken()
    const noCredential = { credentialType: null, credentialId: null, address: null }
    const event = { ...noCredential, accountId: row.accountId, type: 'transaction.rebuilt', outcome: 'ok' } as const
    await appendEvent({ ...world, db }, { ...event, subject: row.id })
  })
  return store.then(
    () => true,
    (error: unknown) => {
      if (!isDuplicate(error) && !(error instanceof Taken)) throw error
      return false
    },
  )
}

/** Another process has given the transaction to a payment, or a reorganisation has taken it away. */
class Taken extends Error {}
