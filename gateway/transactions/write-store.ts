import type { Address, Hex } from '#shared/model/ids.ts'
import type { TransactionStatus, TransactionType, WaitingFor } from '#shared/model/transaction.ts'
import { sealText, sealUnits, UNKNOWN } from '../crypto/amounts.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { atomically, type Database, type Db } from '../db/database.ts'
import { preparedForms, preparedInsert } from '../db/prepared.ts'
import { MARK, type Mark } from '../db/schema/marks.ts'
import { takePaidHash } from '../legs/reconciling/unattributed/paid-hashes-store.ts'
import { append, type News } from '../outbox/store.ts'
import { isAtRequest } from '../requests/payments-store.ts'
import { markOf, type State, statusOf } from './states.ts'
import { placeOf, type Transaction } from './store.ts'
import { addToTotal } from './totals-store.ts'

export type NewTransaction = {
  id: string
  accountId: string
  walletId: string
  type: TransactionType
  status: TransactionStatus
  /** Null where the chain does not show the amount that was asked for. */
  units: bigint | null
  token: string
  confidential: boolean
  /** Who pays. */
  from: Address | null
  to: Address | null
  externalId: string | null
  txHash: Hex | null
  error: string | null
  requestDigest?: string | null
  batchId?: string | null
  note?: string | null
  /** ID of the credential that asked for it. */
  askedBy?: string | null
  /** Set for a payment that a policy sends to a person. */
  waitsForApproval?: boolean
  requestId?: string | null
  /** For one that a policy binds: when it took its nonce, by the clock that all gateways share. */
  reservedAt?: number | null
  /** For a rebuilt row: when the chain first had the payment, in milliseconds. */
  rebuiltFrom?: number
  now: number
}

const insert = preparedInsert('transactions')

/**
 * Stores a transaction row with its total and its news. Belongs into the database transaction that stores its legs. Rows at the
 * address of a request have neither.
 */
export async function insertTransaction(db: Db, keys: Keyring, row: NewTransaction): Promise<void> {
  const { requestId = null } = row
  const isListed = !isAtRequest({ ...row, requestId })
  if (isListed) await addToTotal(db, row, 1)
  await insert(db, {
    id: row.id,
    accountId: row.accountId,
    walletId: row.walletId,
    type: row.type,
    status: row.status,
    amount: row.units === null ? UNKNOWN : sealUnits(keys, placeOf('amount', row.id), row.units),
    token: row.token,
    confidential: row.confidential ? 1 : 0,
    fromAddress: row.from,
    toAddress: row.to,
    externalId: row.externalId,
    waitingFor: row.status === 'PENDING' ? (row.waitsForApproval ? 'approval' : 'confirmation') : null,
    error: row.error === null ? null : sealText(keys, placeOf('error', row.id), row.error),
    txHash: row.txHash,
    cancelledByTxHash: null,
    settlementTxHash: null,
    gasFee: null,
    settlementGasFee: null,
    owed: MARK.none,
    paidBy: null,
    note: row.note == null ? null : sealText(keys, placeOf('note', row.id), row.note),
    batchId: row.batchId ?? null,
    rebuiltAt: row.rebuiltFrom === undefined ? null : row.now,
    requestDigest: row.requestDigest ?? null,
    askedBy: row.askedBy ?? null,
    reservedAt: row.reservedAt ?? null,
    requestId,
    createdAt: row.rebuiltFrom ?? row.now,
    updatedAt: row.now,
  })
  if (isListed) await append(db, [statusNews(row)], row.now)
}

export type Change = {
  state: State
  waitingFor: WaitingFor | null
  error?: string
  txHash?: Hex
  cancelledBy?: Hex
  settlementTxHash?: Hex
  /** In wei. */
  gasFee?: bigint
  settlementGasFee?: bigint
  /** For a payment that had waited for a person: when it took its nonce. */
  reservedAt?: number
}

type From = Pick<Transaction, 'id' | 'state' | 'accountId' | 'walletId' | 'type' | 'waitingFor' | 'requestId'>

/**
 * Compare-and-set: writes only if the state is still the one that the decision was made from, with total, news and the writes of
 * `alongside`, in one database transaction. `alongside` returns further news.
 */
export async function moveTransaction(
  db: Database,
  keys: Keyring,
  from: From,
  change: Change,
  now: number,
  alongside?: (trx: Db) => Promise<readonly News[]>,
): Promise<boolean> {
  const isSame = statusOf(from.state) === statusOf(change.state) && change.waitingFor === from.waitingFor
  if (isSame && alongside === undefined) return write(db, keys, from, change, now)
  return atomically(db, (trx) => moveWithin(trx, keys, from, change, now, alongside))
}

/** The same within a database transaction of the caller. */
export async function moveWithin(
  trx: Db,
  keys: Keyring,
  from: From,
  change: Change,
  now: number,
  alongside?: (trx: Db) => Promise<readonly News[]>,
): Promise<boolean> {
  const [before, after] = [statusOf(from.state), statusOf(change.state)]
  if (!(await write(trx, keys, from, change, now))) return false
  const others = (await alongside?.(trx)) ?? []
  const isListed = !isAtRequest(from)
  if (before !== after && isListed) {
    await addToTotal(trx, { ...from, status: before }, -1)
    await addToTotal(trx, { ...from, status: after }, 1)
  }
  // Last and at once: two that pay each other at the same time take the heads of their accounts in one order.
  const told = before === after ? detailNews(from) : statusNews({ ...from, status: after })
  const own = isListed ? [told, balanceNews(from)] : []
  await append(trx, [...own, ...others], now)
  return true
}

type Named = Pick<Transaction, 'id' | 'status' | 'accountId' | 'walletId'>

/** News that a transaction is new, or has a new status. */
export function statusNews({ id, status, accountId, walletId }: Named): News {
  return { accountId, walletId, kind: 'transaction', subject: id, status }
}

/** News that a field other than the status has changed. */
export function detailNews({ id, accountId, walletId }: Omit<Named, 'status'>): News {
  return { accountId, walletId, kind: 'transaction', subject: id }
}

/** News that balances of a wallet may have changed. */
export function balanceNews({ accountId, walletId }: Pick<Named, 'accountId' | 'walletId'>): News {
  return { accountId, walletId, kind: 'balance', subject: walletId }
}

type Before = { id: string; before: TransactionStatus; mark: Mark }

const update = preparedForms((db, columns: readonly string[], at: Before) =>
  db
    .updateTable('transactions')
    .set(Object.fromEntries(columns.map((name) => [name, Reflect.get(at, name)])))
    .where('id', '=', at.id)
    .where('status', '=', at.before)
    // A redeem that was noted as paid since it was read is not owed again. A mark counts only once the payment has ended.
    .where((e) => e.or([e('owed', '=', at.mark), e('status', '=', 'PENDING')])),
)

async function write(db: Db, keys: Keyring, from: From, change: Change, now: number): Promise<boolean> {
  const set = {
    status: statusOf(change.state),
    owed: markOf(change.state),
    waitingFor: change.waitingFor,
    updatedAt: now,
    ...(change.error === undefined ? {} : { error: sealText(keys, placeOf('error', from.id), change.error) }),
    ...(change.txHash === undefined ? {} : { txHash: change.txHash }),
    ...(change.cancelledBy === undefined ? {} : { cancelledByTxHash: change.cancelledBy }),
    ...(change.settlementTxHash === undefined ? {} : { settlementTxHash: change.settlementTxHash }),
    ...(change.gasFee === undefined ? {} : { gasFee: String(change.gasFee) }),
    ...(change.reservedAt === undefined ? {} : { reservedAt: change.reservedAt }),
    ...(change.settlementGasFee === undefined ? {} : { settlementGasFee: String(change.settlementGasFee) }),
  }
  const { numAffectedRows } = await update(db, Object.keys(set), {
    ...set,
    id: from.id,
    before: statusOf(from.state),
    mark: markOf(from.state),
  })
  return numAffectedRows === 1n
}

/** Stores the amount of a payment that came back without one. */
export async function fillAmount(db: Db, keys: Keyring, id: string, units: bigint): Promise<void> {
  const amount = sealUnits(keys, placeOf('amount', id), units)
  await db.updateTable('transactions').set({ amount }).where('id', '=', id).execute()
}

/**
 * Notes the transaction that paid a redeem out, if no leg of its own did. False if it has paid another redeem: then nothing is
 * written. Belongs into a database transaction.
 */
export async function notePaidBy(db: Db, id: string, hash: Hex, now: number): Promise<boolean> {
  if (!(await takePaidHash(db, hash, id, now))) return false
  await db.updateTable('transactions').set({ paidBy: hash, updatedAt: now }).where('id', '=', id).execute()
  return true
}

/**
 * Writes the account's note on a transaction, or clears it; its streams hear of it. False if there is no such
 * transaction any more. Belongs into a database transaction.
 */
export async function setNote(
  db: Db,
  keys: Keyring,
  row: Named & Pick<Transaction, 'requestId'>,
  note: string | null,
  now: number,
): Promise<boolean> {
  const sealed = note === null ? null : sealText(keys, placeOf('note', row.id), note)
  const set = db.updateTable('transactions').set({ note: sealed }).where('id', '=', row.id)
  const { numUpdatedRows } = await set.where('accountId', '=', row.accountId).executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (!isAtRequest(row)) await append(db, [detailNews(row)], now)
  return true
}
