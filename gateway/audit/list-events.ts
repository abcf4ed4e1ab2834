import type { AccountEvent } from '#shared/model/event.ts'
import type { EventRow } from '../db/schema/sign-in-rows.ts'
import type { World } from '../world/world.ts'
import { type PageAsked, pageOfEvents } from './store.ts'

/** A page of the account's own entries of the audit log, newest first. */
export async function listEvents(world: World, accountId: string, asked: PageAsked) {
  const { items, total } = await pageOfEvents(world.db, accountId, asked)
  return { items: items.map(eventAnswer), total, ...asked }
}

/** The entry as the API shows it. */
export function eventAnswer(row: EventRow): AccountEvent {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    type: row.type,
    outcome: row.outcome,
    credential: row.credentialType === null ? null : { type: row.credentialType, id: row.credentialId },
    address: row.address,
    subject: row.subject,
  }
}
