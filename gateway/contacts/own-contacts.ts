import type { ContactQuery } from '#shared/api/contacts.ts'
import type { Contact as Answer } from '#shared/model/contact.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import type { World } from '../world/world.ts'
import { type Contact, deleteContact, findContact, listContacts } from './store.ts'

/** A page of the account's contacts, oldest first. `next`: where the next page begins, null at the end. */
export async function ownContacts(
  { db, keys }: World,
  { account }: Caller,
  query: ContactQuery,
): Promise<{ contacts: Contact[]; next: string | null }> {
  const contacts = await listContacts(db, keys, account.id, query)
  const last = contacts.length < query.pageSize ? undefined : contacts.at(-1)
  return { contacts, next: last?.id ?? null }
}

/** A contact named in a path; foreign and unknown are the same. */
export async function ownContact({ db, keys }: World, { account }: Caller, id: string): Promise<Contact> {
  const contact = await findContact(db, keys, account.id, id)
  if (contact === undefined) throw new Refusal('not_found')
  return contact
}

/** False where the account has no such contact. */
export const removeContact = ({ db }: World, { account }: Caller, id: string): Promise<boolean> =>
  deleteContact(db, account.id, id)

/** The contact as the API shows it. */
export function contactAnswer({ accountId: _, createdAt, ...contact }: Contact): Answer {
  return { ...contact, createdAt: new Date(createdAt).toISOString() }
}
