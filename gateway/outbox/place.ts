import type { Keyring } from '../crypto/keyring.ts'
import type { OutboxRow } from '../db/schema/outbox-rows.ts'

/**
 * Where a client is in the news of an account: the number of the last one that it had, and a mark of what that was. A standby
 * that takes over, and a copy that is put back, give a number that was given before to other news: these have another mark.
 * No mark where the news of that number are not kept.
 */
export type Place = { sequence: number; mark?: string | undefined }

/**
 * Ten characters of a keyed hash: a client that is limited to some wallets is told places of the others, too, and cannot try
 * what a mark stands for.
 */
export function placeOf(keys: Keyring, { sequence, accountId, kind, subject, status, createdAt }: OutboxRow): Place {
  const what = JSON.stringify([accountId, sequence, kind, subject, status, createdAt])
  return { sequence, mark: keys.hash('outbox', what).slice(0, 10) }
}

/** As the ID of an event. */
export function idOf({ sequence, mark }: Place): string {
  return mark === undefined ? String(sequence) : `${sequence}-${mark}`
}

/** Only what a gateway wrote as an ID is one. */
export function placeIn(id: string | undefined): Place | undefined {
  const [, sequence, mark] = /^(0|[1-9]\d{0,14})(?:-([\w-]{10}))?$/.exec(id ?? '') ?? []
  return sequence === undefined ? undefined : { sequence: Number(sequence), mark }
}
