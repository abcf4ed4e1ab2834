import { Refusal } from '#shared/refusal.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { isAltered } from '../db/sealed/open-unaltered.ts'
import { append, type News } from '../outbox/store.ts'
import { firstTokenOf, hasIncome, paymentsOf, underwayTo } from './payments-store.ts'
import { BLOCK_MS, type Happening, next } from './states.ts'
import { findRequest, type PaymentRequest, updateRequest } from './store.ts'

/**
 * Moves a request on by what has happened to it, and returns the news of it. Belongs into the database transaction of what has
 * happened. What came to its own address is collected once it has ended.
 */
async function move(
  db: Db,
  keys: Keyring,
  request: PaymentRequest,
  happening: Happening,
  now: number,
): Promise<readonly News[]> {
  const { standing: before } = request
  const { standing, event } = next(before, happening)
  const isEnd = before.status === 'OPEN' && standing.status !== 'OPEN'
  const isMore = happening.is === 'counted' && standing.status !== 'OPEN'
  const collects = request.isOwn && (isMore || (isEnd && (await hasIncome(db, request.id))))
  const collectAt = collects ? now : request.collectAt
  const isSame = JSON.stringify(plain(standing)) === JSON.stringify(plain(before))
  if (isSame && collectAt === request.collectAt) return []
  await updateRequest(db, keys, request, { standing, collectAt, updatedAt: isSame ? request.updatedAt : now })
  return event === undefined ? [] : [newsOf(request, event)]
}

const plain = (standing: object) => Object.values(standing).map(String)

function newsOf({ id, accountId, walletId }: PaymentRequest, status: NonNullable<News['status']>): News {
  return { accountId, walletId, kind: 'request', subject: id, status }
}

/**
 * Counts anew what has paid some requests. One of which it, or a payment, was altered outside of the gateway stays as it is, and
 * keeps no other from being paid.
 */
export async function recount(db: Db, keys: Keyring, ids: Iterable<string>, now: number): Promise<readonly News[]> {
  const news: News[] = []
  // In one order, so that two never wait for each other.
  for (const id of [...new Set(ids)].sort()) {
    const found = await count(db, keys, id, now).catch((error: unknown) => {
      if (!isAltered(error)) throw error
    })
    if (found !== undefined) news.push(...(await move(db, keys, found.request, { is: 'counted', ...found }, now)))
  }
  return news
}

type Counted = Omit<Happening, 'is'> & {
  request: PaymentRequest
  /** Whether the amounts of all that came in time are known. */
  isKnown: boolean
}

/** Throws where the request or a payment was altered. */
async function count(db: Db, keys: Keyring, id: string, now: number): Promise<Counted | undefined> {
  const found = await findRequest(db, keys, id)
  if (found === undefined) return undefined
  const request = await inItsToken(db, found)
  const paid = await paymentsOf(db, keys, request)
  const inTime = paid.filter(({ at }) => isInTime(request, at, now))
  return { request, received: sumOf(paid), inTime: sumOf(inTime), isKnown: inTime.every((one) => one.isKnown) }
}

const sumOf = (paid: readonly { units: bigint }[]) => paid.reduce((sum, { units }) => sum + units, 0n)

/** Whether a payment came before the end. While the time runs all have: no clock of the chain is asked. */
function isInTime({ expiresAt }: PaymentRequest, at: number, now: number): boolean {
  return expiresAt === null || Math.min(at, now) <= expiresAt + BLOCK_MS
}

/** What a request asked for that came back after a restore is not known: its first payment says the token. */
async function inItsToken(db: Db, request: PaymentRequest): Promise<PaymentRequest> {
  if (request.rebuiltAt === null || request.standing.received > 0n) return request
  return { ...request, token: (await firstTokenOf(db, request.id)) ?? request.token }
}

/**
 * Ends an open request whose time is over, unless something has come in of which it is not known how much, or a payment of this
 * gateway is on its way: that was sent in time.
 */
export async function lapse(db: Db, keys: Keyring, id: string, now: number): Promise<readonly News[]> {
  const found = await count(db, keys, id, now)
  if (found?.request.standing.status !== 'OPEN' || !found.isKnown) return []
  if ((await underwayTo(db, keys, found.request)) > 0n) return []
  return move(db, keys, found.request, { is: 'lapsed', ...found }, now)
}

/**
 * Cancels an open request. False where it has ended, or is found to be paid: that is told. Throws `reconciling` while it may be paid
 * by an amount that is not known yet. It ends as it stood where a payment was altered outside of the gateway: nothing else would end
 * it.
 */
export async function takeBack(db: Db, keys: Keyring, id: string, now: number): Promise<boolean> {
  const found = await count(db, keys, id, now).catch((error: unknown) => {
    if (!isAltered(error)) throw error
    return asItStood(db, keys, id)
  })
  if (found?.request.standing.status !== 'OPEN') return false
  if (!found.isKnown) throw notKnown('Try again in a moment. The request is as it was.')
  const news = await move(db, keys, found.request, { is: 'cancelled', ...found }, now)
  await append(db, news, now)
  return news.length === 0
}

async function asItStood(db: Db, keys: Keyring, id: string): Promise<Counted | undefined> {
  const request = await findRequest(db, keys, id)
  if (request === undefined) return undefined
  const { received } = request.standing
  return { request, received, inTime: received, isKnown: true }
}

/** Money is at a request's own address of which it is not known how much: it may have paid what is open. */
export function notKnown(todo: string): Refusal {
  const message = `A payment of this request has come in whose amount is not decrypted yet. ${todo}`
  return new Refusal('reconciling', { message, headers: { 'retry-after': '2' } })
}
