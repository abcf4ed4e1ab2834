import type { EventType } from '#shared/model/event.ts'
import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import { atomically, type Db } from '../db/database.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import type { EventRow } from '../db/schema/sign-in-rows.ts'
import type { Clock } from '../world/world.ts'

export type Event = Pick<
  EventRow,
  'accountId' | 'type' | 'outcome' | 'credentialType' | 'credentialId' | 'address' | 'subject'
>

type Deps = { db: Db; keys: Keyring; clock: Clock; newId(): string }

/** Name under which `secrets` keeps the seal of the newest entry, so that cutting off the end shows too. */
const HEAD = 'events-head'

/** Adds to the end of the audit log, within the caller's database transaction where there is one. */
export async function appendEvent(world: Deps, event: Event): Promise<void> {
  const append = async (db: Db) => {
    const last = await lastEvent(db)
    const row = { ...event, position: (last?.position ?? 0) + 1, id: world.newId(), at: world.clock.now() }
    const mac = macOf(world.keys, row, last?.mac)
    await insert(db, { ...row, mac })
    const value = headOf(world.keys, row.position, mac)
    // A head that is not of the entry before stays as it is: the log was cut, and goes on saying so.
    if (last === undefined) await beginHead(db, { value })
    else await advanceHead(db, { value, before: headOf(world.keys, last.position, last.mac) })
  }
  await (world.db.isTransaction ? append(world.db) : atomically(world.db, append))
}

/** The same of what this gateway has done by itself. */
export function appendOwn(world: Deps, event: Pick<Event, 'accountId' | 'type' | 'subject'>): Promise<void> {
  return appendEvent(world, { ...event, outcome: 'ok', credentialType: null, credentialId: null, address: null })
}

const insert = preparedInsert('events')

const beginHead = prepared((db, { value }: { value: string }) =>
  db
    .insertInto('secrets')
    .values({ name: HEAD, value })
    .onConflict((conflict) => conflict.column('name').doNothing()),
)

const advanceHead = prepared((db, { value, before }: { value: string; before: string }) =>
  db.updateTable('secrets').set({ value }).where('name', '=', HEAD).where('value', '=', before),
)

const setHead = prepared((db, { value }: { value: string }) =>
  db
    .insertInto('secrets')
    .values({ name: HEAD, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((e) => ({ value: e.ref('excluded.value') }))),
)

const newest = prepared((db, _: object) =>
  db.selectFrom('events').select(['position', 'mac', 'at']).orderBy('position', 'desc').limit(1),
)

async function lastEvent(db: Db) {
  return (await newest(db, {})).rows[0]
}

/** Keyed, so that anyone who can only write the database cannot make an entry, change one or take one out unseen. */
export function macOf(keys: Keyring, row: Omit<EventRow, 'mac'>, before: TokenHash | undefined): TokenHash {
  const { position, id, at, accountId, type, outcome, credentialType, credentialId, address, subject } = row
  const fields = [before ?? null, position, id, at, accountId, type, outcome, credentialType, credentialId]
  return keys.hash('event', JSON.stringify([...fields, address, subject]))
}

function headOf(keys: Keyring, position: number, mac: string): TokenHash {
  return keys.hash('events-head', `${position} ${mac}`)
}

/** The newest entry as it stood at some moment: kept outside the database, it shows a log that was cut or replaced. */
export type Head = { position: number; mac: string }

/** The newest entry now; undefined where there is none. */
export async function headNow(db: Db): Promise<Head | undefined> {
  const last = await lastEvent(db)
  return last && { position: last.position, mac: last.mac }
}

/** When the newest entry was written, milliseconds since the epoch; undefined where there is none. */
export async function newestAt(db: Db): Promise<number | undefined> {
  return (await lastEvent(db))?.at
}

/** When the newest entry of a type was written, milliseconds since the epoch; undefined where there is none. Reads the entries since. */
export async function newestOfType(db: Db, type: EventType): Promise<number | undefined> {
  const query = db.selectFrom('events').select('at').where('type', '=', type).orderBy('position', 'desc').limit(1)
  return (await query.executeTakeFirst())?.at
}

/** Whether the log still has the entry that was its newest then. */
export async function hasEntry(db: Db, { position, mac }: Head): Promise<boolean> {
  const query = db
    .selectFrom('events')
    .select('id')
    .where('position', '=', position)
    .where('mac', '=', mac as TokenHash)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether the head that the database itself keeps is that of this entry; of none, where there is none. */
export async function isKeptHead({ db, keys }: Pick<Deps, 'db' | 'keys'>, head: Head | undefined): Promise<boolean> {
  const kept = await db.selectFrom('secrets').select('value').where('name', '=', HEAD).executeTakeFirst()
  return kept?.value === (head && headOf(keys, head.position, head.mac))
}

/** Takes the newest entry for the end of the log, whatever was kept. */
export async function resetHead({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  const head = await headNow(db)
  if (head !== undefined) await setHead(db, { value: headOf(keys, head.position, head.mac) })
}

/** Making an account is an entry, so that where there is one the log cannot be empty. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined
}

const BATCH = 1_000

/** Oldest first. */
export async function* everyEvent(db: Db): AsyncGenerator<EventRow> {
  for (let after = 0; ; ) {
    const query = db.selectFrom('events').selectAll().where('position', '>', after)
    const rows = await query.orderBy('position').limit(BATCH).execute()
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.position
  }
}

export type PageAsked = { page: number; pageSize: number }

/** The account's own entries, newest first. */
export async function pageOfEvents(db: Db, accountId: string, { page, pageSize }: PageAsked) {
  const own = db.selectFrom('events').where('accountId', '=', accountId)
  const { total } = await own.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('position', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: rows, total: Number(total) }
}
