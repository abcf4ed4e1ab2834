import type { Address } from '#shared/model/ids.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { MARK } from '../../db/schema/marks.ts'
import { nextNonce, takenNonces } from '../nonces-store.ts'

/** A sender whose nonces are not accounted for: the chain has mined `missing` that this database knows nothing of. */
export type Behind = { address: Address; accounted: number; missing: number; since: number }

/**
 * `next`: the nonce after its highest leg. `accounted`: the first nonce of which nothing is known; legs above it do not count,
 * since a nonce that was passed over may be a forgotten payment. `noted`: how much of that need not be counted anew; no leg
 * below it is open.
 * `firstOpen`: the lowest nonce, below the mined ones, of an open leg: another transaction may have used it.
 * `isKnown`: whether the sender has a leg or a row here.
 * `isBehind`: whether it was noted to have more on chain than is known. `replacedAt`: the nonce that a former operator had
 * when another key was seen in its place.
 */
export type SenderState = {
  next: number
  accounted: number
  noted: number
  firstOpen: number | undefined
  isKnown: boolean
  isBehind: boolean
  replacedAt: number | null
}

/** State of a sender's nonces, by its legs, or because they were looked at. `mined`: the count of the chain. */
export async function senderState(db: Db, sender: Address, mined = 0): Promise<SenderState> {
  const row = await senderRow(db, sender)
  const noted = row?.accounted ?? 0
  const next = await nextNonce(db, sender)
  const { firstUnknown: accounted, firstOpen } = await takenNonces(db, { sender, from: noted, below: mined })
  const isKnown = next > 0 || row !== undefined
  const { since = null, replacedAtNonce: replacedAt = null } = row ?? {}
  return { next, accounted, noted, firstOpen, isKnown, isBehind: since !== null, replacedAt }
}

const byAddress = prepared((db, at: { address: Address }) =>
  db.selectFrom('senders').select(['accounted', 'since', 'replacedAtNonce']).where('address', '=', at.address),
)

async function senderRow(db: Db, address: Address) {
  return (await byAddress(db, { address })).rows[0]
}

/**
 * Notes how far the nonces of a sender are accounted for; never less far than was noted before. Not beyond a leg that is open:
 * the transaction at its nonce is asked for until it is seen.
 */
export async function noteAccounted(db: Db, sender: Address, accounted: number): Promise<void> {
  const fresh = { address: sender, accounted, target: null, since: null }
  await db
    .insertInto('senders')
    .values(fresh)
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({ accounted }).where('senders.accounted', '<', accounted),
    )
    .execute()
}

/** A leg that was seen mined is open again: its nonce is not accounted for any more. */
export async function noteReopened(db: Db, { sender, nonce }: { sender: Address; nonce: number }): Promise<void> {
  await db
    .updateTable('senders')
    .set({ accounted: nonce })
    .where('address', '=', sender)
    .where('accounted', '>', nonce)
    .execute()
}

/** Notes that the chain has counted further than is accounted for. True where that was not known. */
export async function noteBehind(db: Db, sender: Address, accounted: number, target: number, now: number) {
  const known = (await senderRow(db, sender))?.since ?? null
  const since = known ?? now
  await db
    .insertInto('senders')
    .values({ address: sender, accounted, target, since })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ target, since }))
    .execute()
  return known === null
}

export async function noteAllAccounted(db: Db, sender: Address): Promise<void> {
  await db
    .updateTable('senders')
    .set({ target: null, since: null })
    .where('address', '=', sender)
    .where('since', 'is not', null)
    .execute()
}

/** Notes until when a former operator was the operator, where that is not noted yet. */
export async function noteReplaced(db: Db, address: Address, at: { block: number; nonce: number }): Promise<void> {
  const replaced = { replacedAtBlock: at.block, replacedAtNonce: at.nonce }
  await db
    .insertInto('senders')
    .values({ address, accounted: 0, ...replaced })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet(replaced).where('senders.replacedAtBlock', 'is', null),
    )
    .execute()
}

/** Notes that a former operator's key is the operator's again. */
export async function forgetReplaced(db: Db, address: Address): Promise<void> {
  await db
    .updateTable('senders')
    .set({ replacedAtBlock: null, replacedAtNonce: null })
    .where('address', '=', address)
    .where('replacedAtBlock', 'is not', null)
    .execute()
}

/**
 * Senders that are no user's wallet: operators, also those that had nothing to sign yet. Each is here before it signs, since how far
 * its nonces matter is noted first.
 */
export async function signersBesideWallets(db: Db): Promise<Address[]> {
  const rows = await db
    .selectFrom('senders')
    .select('senders.address')
    .where((e) => {
      const wallet = e.selectFrom('wallets').select('wallets.id').whereRef('wallets.address', '=', 'senders.address')
      const ofUser = wallet.where('type', '=', 'CUSTODIAL').where('accountId', '<>', OPERATOR_ACCOUNT)
      return e.not(e.exists(ofUser))
    })
    .execute()
  return rows.map(({ address }) => address)
}

/** Senders that are being reconciled, the one that waits longest first. */
export async function listBehind(db: Db): Promise<Behind[]> {
  const rows = await db.selectFrom('senders').selectAll().where('since', 'is not', null).orderBy('since').execute()
  return Promise.all(
    rows.map(async ({ address, target, since }) => {
      const state = await senderState(db, address, target ?? 0)
      const accounted = Math.min(state.accounted, state.firstOpen ?? state.accounted)
      return { address, accounted, missing: Math.max(0, (target ?? 0) - accounted), since: since ?? 0 }
    }),
  )
}

/** Head of the chain when the oldest redeem from the float was signed that may still be paid. */
export async function oldestFloatBlock(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('legs')
    .innerJoin('transactions', 'transactions.id', 'legs.transactionId')
    .select('signedBlock')
    .where('transactions.type', '=', 'REDEEM')
    .where('legs.kind', '=', 'transfer')
    .where('legs.movesValue', '=', 1)
    .where((e) => e.or([e('waitingFor', 'is not', null), e('owed', 'in', [MARK.owed, MARK.minedAfterAll])]))
    .orderBy('signedBlock')
    .limit(1)
    .executeTakeFirst()
  return row?.signedBlock
}

/** Head of the chain when the newest leg from before a moment was signed, but for those of payments that were written anew. */
export async function newestOwnBlock(db: Db, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('legs')
    .select('signedBlock')
    .where('createdAt', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('unattributed').select('hash').whereRef('unattributed.transactionId', '=', 'legs.transactionId'),
        ),
      ),
    )
    .orderBy('signedBlock', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.signedBlock
}
