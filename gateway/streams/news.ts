import type { BatchStatus } from '#shared/model/batch.ts'
import type { PaymentRequest, RequestEvent } from '#shared/model/request.ts'
import type { StreamEvent } from '#shared/model/stream-event.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { OutboxRow } from '../db/schema/outbox-rows.ts'
import { written } from '../http/stream.ts'
import { idOf, type Place, placeOf } from '../outbox/place.ts'
import { newsSince } from '../outbox/store.ts'
import { requestAnswers } from '../requests/request-answer.ts'
import { requestsById } from '../requests/store.ts'
import { findUnaltered, type Transaction } from '../transactions/store.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import type { World } from '../world/world.ts'

/** News are read so many at a time, however many there are. */
const AT_ONCE = 100

/** What follows a place in one account. */
export type Piece = {
  /** Whether nothing is missing before it: old news are forgotten, and a standby that takes over may lack some. */
  follows: boolean
  /** The place of the last of them, or the one that was asked for. */
  last: Place
  /** Whether more may follow. */
  isFull: boolean
  /** As it goes over the wire, of what a credential reaches; undefined of nothing. Shared: not to be written to. */
  for(caller: Caller): Uint8Array | undefined
}

/** What many streams are about to be told is read once for an account, and put into words once for each reach. */
export type News = {
  after(accountId: string, place: Place): Promise<Piece>
  /** A kept answer may be old by now. */
  forget(): void
}

export function createNews(world: World): News {
  const pieces = new Map<string, Promise<Piece>>()
  return {
    after(accountId, place) {
      const name = `${accountId} ${idOf(place)}`
      const known = pieces.get(name)
      if (known !== undefined) return known
      const piece = read(world, accountId, place)
      pieces.set(name, piece)
      // What failed is asked for again.
      piece.catch(() => pieces.get(name) === piece && pieces.delete(name))
      return piece
    },
    forget: () => pieces.clear(),
  }
}

async function read(world: World, accountId: string, place: Place): Promise<Piece> {
  const found = await newsSince(world.db, world.keys, accountId, place, AT_ONCE)
  const rows = found ?? []
  const lastRow = rows.at(-1)
  const of = (what: OutboxRow['kind']) => [
    ...new Set(rows.filter(({ kind }) => kind === what).map(({ subject }) => subject)),
  ]
  const transactions = await findUnaltered(world.db, world.keys, accountId, of('transaction'))
  const requests = await requestsNow(world, accountId, of('request'))
  const told = rows.map((row) => ({
    walletId: row.walletId,
    text: textOf(world.keys, row, { transaction: transactions.get(row.subject), request: requests.get(row.subject) }),
  }))
  const byReach = new Map<string, Uint8Array | undefined>()
  return {
    follows: found !== undefined,
    last: lastRow === undefined ? place : placeOf(world.keys, lastRow),
    isFull: rows.length === AT_ONCE,
    for(caller) {
      const reach = reachOf(caller)
      if (byReach.has(reach)) return byReach.get(reach)
      const text = told.flatMap((one) => (reaches(caller, one.walletId) ? one.text : [])).join('')
      const bytes = text === '' ? undefined : new TextEncoder().encode(text)
      byReach.set(reach, bytes)
      return bytes
    },
  }
}

/** What a credential may see, as a name: `reaches` answers the same for all credentials of an account with the same name. */
function reachOf({ credential }: Caller): string {
  const limited = credential.type === 'api_key' ? credential.walletIds : null
  return limited === null ? 'all' : `of ${limited.toSorted().join(' ')}`
}

/** As they are now, by ID. */
async function requestsNow(world: World, accountId: string, ids: readonly string[]) {
  const found = await requestsById(world.db, world.keys, ids)
  const own = [...found.values()].filter((one) => one.accountId === accountId)
  const answers = await requestAnswers(world, own)
  return new Map(answers.map((one) => [one.id, one]))
}

/** What the news are about, as it is now. */
type Now = { transaction: Transaction | undefined; request: PaymentRequest | undefined }

function textOf(keys: Keyring, row: OutboxRow, now: Now): string {
  const event = eventOf(keys, row, now)
  return event === undefined ? '' : written(event)
}

/**
 * A transaction is told as it is now; one that is not there any more goes unsaid: that it is removed follows. So does what somebody
 * has altered: it keeps no stream from what follows.
 */
function eventOf(keys: Keyring, row: OutboxRow, { transaction, request }: Now): StreamEvent | undefined {
  const id = idOf(placeOf(keys, row))
  switch (row.kind) {
    case 'balance':
      return { id, event: 'balance', data: { walletId: row.subject } }
    case 'removed':
      return { id, event: 'removed', data: { id: row.subject, walletId: row.walletId } }
    case 'batch':
      return { id, event: 'batch', data: { id: row.subject, status: row.status as BatchStatus } }
    case 'transaction':
      return transaction && { id, event: 'transaction', data: transactionAnswer(transaction) }
    case 'approval':
      // Whether its transaction waits is told with that.
      return undefined
    case 'request':
      return request && { id, event: `request.${row.status as RequestEvent}`, data: request }
  }
}
