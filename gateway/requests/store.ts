import { sql } from 'kysely'
import type { Address } from '#shared/model/ids.ts'
import { openText, sealText } from '../crypto/amounts.ts'
import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { RequestRow } from '../db/schema/request-rows.ts'
import { isAltered } from '../db/sealed/open-unaltered.ts'
import { AlteredRow } from '../db/sealed/row-macs.ts'
import { isPaid, type Standing } from './states.ts'
import { addToTotal } from './totals-store.ts'

/** A request to be paid. */
export type PaymentRequest = Pick<
  RequestRow,
  'id' | 'accountId' | 'walletId' | 'externalId' | 'expiresAt' | 'collectAt' | 'createdAt' | 'updatedAt' | 'rebuiltAt'
> & {
  standing: Standing
  address: Address
  /** Whether that address is its own: a wallet with its ID. */
  isOwn: boolean
  token: string
  label: string | null
  memo: string | null
  /** What stands in the link to its page. */
  secret: string
}

const placeOf = (row: string) => ({ table: 'requests', column: 'content', row })

const hashOf = (keys: Keyring, secret: string): TokenHash => keys.hash('request-link', secret)

type Content = Pick<
  PaymentRequest,
  'accountId' | 'walletId' | 'address' | 'isOwn' | 'token' | 'label' | 'memo' | 'secret'
>
type Amounts = Record<'received' | 'told', string> & Record<'asked' | 'atEnd', string | null>

function rowOf(keys: Keyring, request: PaymentRequest): RequestRow {
  const { id, accountId, walletId, address, isOwn, token, label, memo, secret, standing } = request
  const { externalId, expiresAt, collectAt, createdAt, updatedAt, rebuiltAt } = request
  const { status, asked, received, atEnd, told } = standing
  const content: Content & Amounts = {
    ...{ accountId, walletId, address, isOwn, token, label, memo, secret },
    asked: asked?.toString() ?? null,
    received: received.toString(),
    atEnd: atEnd?.toString() ?? null,
    told: told.toString(),
  }
  return {
    ...{ id, accountId, walletId, status, externalId, expiresAt, collectAt, createdAt, updatedAt, rebuiltAt },
    tokenHash: hashOf(keys, secret),
    content: sealText(keys, placeOf(id), JSON.stringify(content)),
  }
}

/** Throws `AlteredRow` where somebody else than this gateway says whose request it is, where its money goes, or how it stands. */
function requestOf(keys: Keyring, row: RequestRow): PaymentRequest {
  const said = JSON.parse(openText(keys, placeOf(row.id), row.content)) as Content & Amounts
  const { asked, received, atEnd, told, ...content } = said
  const { id, externalId, expiresAt, collectAt, createdAt, updatedAt, rebuiltAt, status } = row
  const standing = {
    status,
    asked: asked === null ? null : BigInt(asked),
    received: BigInt(received),
    atEnd: atEnd === null ? null : BigInt(atEnd),
    told: BigInt(told),
  }
  if (said.accountId !== row.accountId || said.walletId !== row.walletId || !isWhole(standing))
    throw new AlteredRow('requests', id)
  return { ...content, ...{ id, externalId, expiresAt, collectAt, createdAt, updatedAt, rebuiltAt }, standing }
}

/** Whether a status, which is in the clear, is the one that the sealed amounts tell: an expired one is like a cancelled one. */
function isWhole({ status, asked, atEnd }: Standing): boolean {
  if (atEnd === null) return status === 'OPEN'
  return status !== 'OPEN' && (status === 'PAID') === isPaid({ asked, received: atEnd })
}

/** Whether any was ever made, by any account. */
export async function hasRequests(db: Db): Promise<boolean> {
  return (await db.selectFrom('requests').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Belongs into the database transaction that stores its address. */
export async function insertRequest(db: Db, keys: Keyring, request: PaymentRequest): Promise<void> {
  await db.insertInto('requests').values(rowOf(keys, request)).execute()
  await addToTotal(db, { ...request, status: request.standing.status }, 1)
}

/** Writes how a request stands now. Belongs into the database transaction in which it was read. */
export async function updateRequest(
  db: Db,
  keys: Keyring,
  before: PaymentRequest,
  change: Pick<PaymentRequest, 'standing' | 'collectAt' | 'updatedAt'>,
): Promise<void> {
  const { status, content, collectAt, updatedAt } = rowOf(keys, { ...before, ...change })
  await db.updateTable('requests').set({ status, content, collectAt, updatedAt }).where('id', '=', before.id).execute()
  if (status === before.standing.status) return
  await addToTotal(db, { ...before, status: before.standing.status }, -1)
  await addToTotal(db, { ...before, status }, 1)
}

/** A request of an account; of any where none is named. */
export async function findRequest(
  db: Db,
  keys: Keyring,
  id: string,
  accountId?: string,
): Promise<PaymentRequest | undefined> {
  const one = db.selectFrom('requests').selectAll().where('id', '=', id)
  const row = await (accountId === undefined ? one : one.where('accountId', '=', accountId)).executeTakeFirst()
  return row && requestOf(keys, row)
}

/** Those of some requests that an account has, by ID. */
export async function findRequests(
  db: Db,
  keys: Keyring,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, PaymentRequest>> {
  if (ids.length === 0) return new Map()
  // By their IDs alone: asked for the account too, an engine may go through all that it has.
  const rows = await db.selectFrom('requests').selectAll().where('id', 'in', ids).execute()
  const own = rows.filter((row) => row.accountId === accountId)
  return new Map(own.map((row) => [row.id, requestOf(keys, row)]))
}

/** Requests of any account, by ID; none of those that somebody has altered. */
export async function requestsById(
  db: Db,
  keys: Keyring,
  ids: readonly string[],
): Promise<Map<string, PaymentRequest>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('requests').selectAll().where('id', 'in', ids).execute()
  const found = rows.flatMap((row) => {
    try {
      return [[row.id, requestOf(keys, row)] as const]
    } catch (error) {
      if (isAltered(error)) return []
      throw error
    }
  })
  return new Map(found)
}

/** By what stands in the link to its page. Throws `AlteredRow` where another request was given its hash. */
export async function findByLink(db: Db, keys: Keyring, secret: string): Promise<PaymentRequest | undefined> {
  const row = db.selectFrom('requests').selectAll().where('tokenHash', '=', hashOf(keys, secret))
  const found = await row.executeTakeFirst()
  const request = found && requestOf(keys, found)
  if (request !== undefined && request.secret !== secret) throw new AlteredRow('requests', request.id)
  return request
}

/** Requests that have lapsed at a moment and are still open, the longest first. */
export async function lapsedRequests(db: Db, now: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('requests')
    .select('id')
    // As the index says it.
    .where(sql<boolean>`status = 'OPEN' and expires_at is not null`)
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Nothing is put off for longer. */
export const COLLECT_WITHIN_MS = 60 * 60_000

/** Whether a moment to collect has come. One further off than any wait was written by a clock that was wrong. */
export const isDue = (collectAt: number, now: number) => collectAt <= now || collectAt > now + COLLECT_WITHIN_MS

/** Requests whose addresses are to be emptied at a moment, the longest first: those of which `isDue` says so. */
export async function requestsToCollect(db: Db, now: number, most: number): Promise<string[]> {
  const waiting = db.selectFrom('requests').select('id').where('collectAt', 'is not', null)
  const first = waiting.orderBy('collectAt').limit(most)
  const due = await first.where('collectAt', '<=', now).execute()
  // By itself: asked for at once, an engine goes through all that wait.
  const wrong = await first.where('collectAt', '>', now + COLLECT_WITHIN_MS).execute()
  return [...due, ...wrong].slice(0, most).map(({ id }) => id)
}

/** Tries again at a later time, whatever has come in since: what fails now will fail a moment later. */
export async function putOffCollecting(db: Db, id: string, to: number): Promise<void> {
  await db.updateTable('requests').set({ collectAt: to }).where('id', '=', id).execute()
}

/** Sets when its address is looked at again, null for never, unless something has come in since. */
export async function setCollectAt(db: Db, id: string, from: number, to: number | null): Promise<void> {
  await db.updateTable('requests').set({ collectAt: to }).where('id', '=', id).where('collectAt', '=', from).execute()
}
