import type { Address, Hex } from '#shared/model/ids.ts'
import type { WaitingFor } from '#shared/model/transaction.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import type { Db } from '../../db/database.ts'
import { isAltered } from '../../db/sealed/open-unaltered.ts'
import { legsOf } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import type { List } from '../states.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { noticeFor } from './after-failure.ts'
import { beingPaid, marked } from './debts-store.ts'

type Claim = { id: string; units: bigint; token: string; address: Address }

/** A redeem whose payout provably cannot be made by trying again, or a payment of which a leg was mined after all; and why. */
export type Debt = Claim & { error: string }

/**
 * A redeem that is still being paid out, or whose payout a reorganisation took back: every look at it tries again; or one that
 * was noted as paid, without a transaction that paid it: the operator is to name it. `since` is when it last changed.
 */
export type Unpaid = Claim & { waitingFor: WaitingFor | null; since: Date }

/** Is told of a payment that somebody has altered in the database, and that a list leaves out. Without it the list throws. */
type Altered = (id: string) => void

export function listOwed(db: Db, keys: Keyring, altered?: Altered): Promise<Debt[]> {
  return allOn(db, keys, 'owed', ({ error }) => ({ error: error ?? '' }), altered)
}

/**
 * Payments of which a leg was mined that had failed on the word of a node, and what that means. `paid`: by redeem, what the
 * chain shows to have paid it.
 */
export function listMinedAfterAll(
  db: Db,
  keys: Keyring,
  paid?: ReadonlyMap<string, Hex>,
  altered?: Altered,
): Promise<Debt[]> {
  const more = async (one: Transaction) => ({
    error: noticeFor(one, await legsOf(db, keys, one.id), paid?.get(one.id)),
  })
  return allOn(db, keys, 'mined after all', more, altered)
}

export function listUnpaid(db: Db, keys: Keyring, altered?: Altered): Promise<Unpaid[]> {
  const more = ({ waitingFor, updatedAt }: Transaction) => ({ waitingFor, since: new Date(updatedAt) })
  return allOn(db, keys, 'being paid', more, altered)
}

/** All on a list, oldest first, each with more of what is known of it. */
async function allOn<T>(
  db: Db,
  keys: Keyring,
  which: List,
  more: (one: Transaction) => T | Promise<T>,
  altered?: Altered,
) {
  const rows = await (which === 'being paid' ? beingPaid(db) : marked(db, which))
    .orderBy('transactions.createdAt')
    .execute()
  const found: (Claim & T)[] = []
  for (const { id, address } of rows) {
    try {
      const one = await findTransaction(db, keys, id)
      if (one !== undefined) found.push({ id, units: one.units, token: one.token, address, ...(await more(one)) })
    } catch (error) {
      if (altered === undefined || !isAltered(error)) throw error
      altered(id)
    }
  }
  return found
}

/**
 * The transaction that paid a debt after all: anyone may finalize a burn of the backed mode. Undefined where there is none, or
 * the float owes it.
 */
export async function paidOnChain({ db, keys, chain }: Pick<World, 'db' | 'keys' | 'chain'>, id: string) {
  const burn = (await legsOf(db, keys, id)).find(({ kind }) => kind === 'unwrap')
  if (burn === undefined || burn.handle === null) return undefined
  return (await chain.finalized(burn.handle, burn.blockNumber ?? 0))?.hash
}
