import type { Address, Hex } from '#shared/model/ids.ts'
import type { Meaning } from '../../../chain/calls.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { Db } from '../../../db/database.ts'
import { isAltered } from '../../../db/sealed/open-unaltered.ts'
import { type Condition, type Unattributed, unattributedOf } from './store.ts'

/** Is told of a transaction that somebody has altered in the database, and that a list leaves out. */
type Altered = (row: Pick<Unattributed, 'hash' | 'tagRow'>) => void

/**
 * Unattributed transactions by a condition, in the order in which they were mined. Without `altered` it throws where one was
 * altered: where it counts that none is missing.
 */
async function listWhere(
  db: Db,
  keys: Keyring,
  holds: (e: Condition) => ReturnType<Condition['and']>,
  altered?: Altered,
): Promise<Unattributed[]> {
  const found = db.selectFrom('unattributed').selectAll().where(holds)
  const rows = await found.orderBy('blockNumber').orderBy('nonce').execute()
  return rows.flatMap((row) => {
    try {
      return [unattributedOf(keys, row)]
    } catch (error) {
      if (altered === undefined || !isAltered(error)) throw error
      altered(row)
      return []
    }
  })
}

/** A payment, by its ID, and what its call may do. */
type Asked = { rowId: string; calls: readonly Meaning['does'][] }

/**
 * Transactions of a sender with an effect that a payment has; where one is asked for, those that may be it: with a tag that names
 * it, or with such a call and no tag.
 */
export function listUnattributed(db: Db, keys: Keyring, sender: Address, asked?: Asked): Promise<Unattributed[]> {
  return listWhere(db, keys, (e) => {
    const isIt = ({ rowId, calls }: Asked) =>
      e.or([e('tagRow', '=', rowId), e.and([e('tagRow', 'is', null), e('does', 'in', calls)])])
    return e.and([e('sender', '=', sender), e('does', 'is not', null), ...(asked === undefined ? [] : [isIt(asked)])])
  })
}

/** Transactions of some senders that may have paid a redeem, and belong to no other. */
export async function listPayouts(db: Db, keys: Keyring, senders: readonly Address[], redeem: string) {
  if (senders.length === 0) return []
  return listWhere(db, keys, (e) =>
    e.and([
      e('sender', 'in', senders),
      e('does', 'in', ['transfer', 'finalize']),
      e.or([e('transactionId', 'is', null), e('transactionId', '=', redeem)]),
      e.not(e.exists(paidFor(e).where('paidHashes.transactionId', '<>', redeem))),
    ]),
  )
}

/** The redeem that a transaction was noted for. */
function paidFor(e: Condition) {
  return e.selectFrom('paidHashes').select('paidHashes.hash').whereRef('paidHashes.hash', '=', 'unattributed.hash')
}

/** Transactions whose tag names a payment that they were not given to yet: of all senders, or of some. */
export async function listTagged(
  db: Db,
  keys: Keyring,
  senders?: readonly Address[],
  altered?: Altered,
): Promise<Unattributed[]> {
  if (senders?.length === 0) return []
  const holds = (e: Condition) =>
    e.and([
      e('tagRow', 'is not', null),
      e('transactionId', 'is', null),
      ...(senders === undefined ? [] : [e('sender', 'in', senders)]),
    ])
  return listWhere(db, keys, holds, altered)
}

/**
 * Transactions of a sender that are not final, or were found since a moment, also those that belong to a payment: another
 * payment may have their nonce. What somebody has altered stands as it is stored.
 */
export function listNotFinal(db: Db, keys: Keyring, sender: Address, since: number): Promise<Unattributed[]> {
  return listWhere(
    db,
    keys,
    (e) => e.and([e('sender', '=', sender), notFinal(e, since)]),
    () => {},
  )
}

/** Senders with at least one unattributed transaction that is not final. */
export async function sendersOfNotFinal(db: Db, since: number): Promise<Address[]> {
  const rows = db.selectFrom('unattributed').select('sender').distinct()
  return (await rows.where((e) => notFinal(e, since)).execute()).map(({ sender }) => sender)
}

const notFinal = (e: Condition, since: number) => e.or([e('settled', '=', 0), e('foundAt', '>=', since)])

/** Transactions that belong to no payment here, not even to a rebuilt one, and were noted for none. */
export function listAllUnattributed(db: Db, keys: Keyring, altered?: Altered): Promise<Unattributed[]> {
  return listWhere(db, keys, (e) => e.and([e('transactionId', 'is', null), e.not(e.exists(paidFor(e)))]), altered)
}

/** Burns without a tag, and confidential transfers to whose float it was in their block, that belong to no redeem. */
export function listBurns(
  db: Db,
  keys: Keyring,
  operators: readonly Address[],
  altered: Altered,
): Promise<Unattributed[]> {
  const holds = (e: Condition) => {
    const toFloat = [e('does', '=', 'hidden transfer'), e('toAddress', 'in', operators), e.not(e.exists(tooLate(e)))]
    return e.and([
      e('transactionId', 'is', null),
      e('tagRow', 'is', null),
      e('owesNothing', '=', 0),
      e.or([e('does', '=', 'unwrap'), ...(operators.length === 0 ? [] : [e.and(toFloat)])]),
    ])
  }
  return listWhere(db, keys, holds, altered)
}

/** The former operator that a transfer went to, if it was already replaced by then: its key may be in other hands. */
function tooLate(e: Condition) {
  return e
    .selectFrom('senders')
    .select('senders.address')
    .whereRef('senders.address', '=', 'unattributed.toAddress')
    .whereRef('senders.replacedAtBlock', '<', 'unattributed.blockNumber')
}

/**
 * Hashes of all unattributed transactions of senders. (Their number says nothing: while one is found another may be
 * attributed.)
 */
export async function unattributedHashes(db: Db, senders: readonly Address[]): Promise<ReadonlySet<Hex>> {
  const rows = await db.selectFrom('unattributed').select('hash').where('sender', 'in', senders).execute()
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Hashes of transactions above a block that make a gateway's call with this sender's key, and are neither a payment of this
 * database nor ticked off by a person: the newest first, at most so many.
 */
export async function unattributedSince(db: Db, sender: Address, block: number, most: number): Promise<Hex[]> {
  const found = db.selectFrom('unattributed').select('hash')
  const rows = await found
    .where((e) =>
      e.and([
        e('sender', '=', sender),
        e('blockNumber', '>', block),
        e('does', 'is not', null),
        // A copy of this gateway signs with its tags: those payments are written down here as its own.
        e.or([e('transactionId', 'is', null), e('tagRow', 'is not', null)]),
        e('lookedAt', 'is', null),
        e.not(e.exists(paidFor(e))),
      ]),
    )
    .orderBy('nonce', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** The unattributed transaction at a nonce of a sender, with any effect. */
export async function unattributedAt(db: Db, keys: Keyring, sender: Address, nonce: number) {
  return (await listWhere(db, keys, (e) => e.and([e('sender', '=', sender), e('nonce', '=', nonce)])))[0]
}

/** The unattributed transaction with a hash, even if it belongs to a payment by now. */
export async function findUnattributed(db: Db, keys: Keyring, hash: Hex): Promise<Unattributed | undefined> {
  return (await listWhere(db, keys, (e) => e.and([e('hash', '=', hash)])))[0]
}
