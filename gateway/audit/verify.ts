import type { EventType } from '#shared/model/event.ts'
import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import { atomically, type Database, type Db } from '../db/database.ts'
import { readSnapshot } from '../db/postgres/snapshot.ts'
import type { Clock } from '../world/world.ts'
import { appendEvent, everyEvent, type Head, hasAccounts, isKeptHead, macOf, resetHead } from './store.ts'

export type Verdict =
  | { is: 'whole'; events: number; head: Head | undefined }
  | { is: 'broken'; at: number; why: string }

/** The entry of a person who has seen that the log is broken. Its subject is a MAC over the breaks found by then. */
const ACKNOWLEDGED = 'audit.acknowledged' satisfies EventType

/** Where an entry does not follow the one before: `found` is the MAC that it should have, over all that it says. */
type Break = { at: number; why: string; found: TokenHash; stored: string }

/**
 * Recomputes the chain from its first entry to its last, and looks for the heads that were kept elsewhere: those from before
 * this is called. As the log is at one moment, while others write to it. What a person has acknowledged does not count.
 */
export async function verifyEvents(db: Db, keys: Keyring, kept: readonly Head[] = []): Promise<Verdict> {
  if (!db.isTransaction) return readSnapshot(db, (trx) => verifyEvents(trx, keys, kept))
  return (await read(db, keys, kept)).verdict
}

/**
 * A person has seen that the log is broken: from here on it is whole again, and says that it was broken. Whatever is altered
 * later in what is acknowledged breaks it anew. Returns the breaks; undefined where nothing is, and nothing is written.
 */
export function acknowledgeBreaks(
  world: { db: Database; keys: Keyring; clock: Clock; newId(): string },
  kept: readonly Head[],
): Promise<(Verdict & { is: 'broken' }) | undefined> {
  return atomically(world.db, async (db) => {
    const { verdict, breaks } = await read(db, world.keys, kept)
    if (verdict.is === 'whole') return undefined
    await appendEvent(
      { ...world, db },
      {
        accountId: null,
        type: ACKNOWLEDGED,
        outcome: 'ok',
        credentialType: 'command_line',
        credentialId: null,
        address: null,
        subject: digestOf(world.keys, breaks),
      },
    )
    await resetHead({ db, keys: world.keys })
    return verdict
  })
}

function digestOf(keys: Keyring, breaks: readonly Break[]): string {
  return keys.hash('events-breaks', JSON.stringify(breaks.map(({ at, found, stored }) => [at, found, stored])))
}

type Reading = { verdict: Verdict; breaks: readonly Break[] }

async function read(db: Db, keys: Keyring, kept: readonly Head[]): Promise<Reading> {
  const breaks: Break[] = []
  let acknowledged = 0
  let last: Head | undefined
  let before: TokenHash | undefined
  const missed = new Set(kept)
  for await (const row of everyEvent(db)) {
    const found = macOf(keys, row, before)
    const at = (last?.position ?? 0) + 1
    if (row.position !== at) breaks.push({ at, why: 'an entry is missing', found, stored: row.mac })
    else if (row.mac !== found) breaks.push({ at, why: 'an entry was altered', found, stored: row.mac })
    else if (row.type === ACKNOWLEDGED && row.subject === digestOf(keys, breaks)) acknowledged = breaks.length
    for (const head of missed) if (head.position === row.position && head.mac === row.mac) missed.delete(head)
    last = { position: row.position, mac: row.mac }
    before = row.mac
  }
  const flaw = breaks[acknowledged] ?? (await flawOfEnd({ db, keys }, last, missed))
  const verdict: Verdict = flaw
    ? { is: 'broken', at: flaw.at, why: flaw.why }
    : { is: 'whole', events: last?.position ?? 0, head: last }
  return { verdict, breaks }
}

/** `missed`: heads that were kept, and whose entry is not there. */
async function flawOfEnd(books: { db: Db; keys: Keyring }, last: Head | undefined, missed: ReadonlySet<Head>) {
  const length = last?.position ?? 0
  const first = Math.min(...[...missed].map(({ position }) => position))
  if (first <= length) return { at: first, why: 'another log was put in its place, or it was cut there and went on' }
  if (!(await isKeptHead(books, last))) return { at: length + 1, why: 'entries were cut off the end' }
  if (missed.size > 0) return { at: length + 1, why: 'entries were cut off the end, or an older log was put back' }
  if (length === 0 && (await hasAccounts(books.db))) return { at: 1, why: 'all entries are gone' }
  return undefined
}
