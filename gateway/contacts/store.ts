import type { ContactQuery } from '#shared/api/contacts.ts'
import type { Address } from '#shared/model/ids.ts'
import { lookOf } from '#shared/model/look.ts'
import { openText, sealText } from '../crypto/amounts.ts'
import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { ContactRow } from '../db/schema/schema.ts'
import { AlteredRow } from '../db/sealed/row-macs.ts'

/** Somebody whom an account pays, by name. */
export type Contact = {
  id: string
  accountId: string
  name: string
  address: Address
  card: string | null
  /** Whether the card held when it was given. */
  verified: boolean
  note: string | null
  createdAt: number
}

const placeOf = (row: string) => ({ table: 'contacts', column: 'content', row })

const addressHash = (keys: Keyring, accountId: string, address: Address) =>
  keys.hash('contact-address', `${accountId}\0${address}`)
const nameHash = (keys: Keyring, accountId: string, name: string) =>
  keys.hash('contact-name', `${accountId}\0${lookOf(name)}`)

function rowOf(keys: Keyring, contact: Contact): ContactRow {
  const { id, accountId, address, name } = contact
  return {
    id,
    accountId,
    addressHash: addressHash(keys, accountId, address),
    nameHash: nameHash(keys, accountId, name),
    content: sealText(keys, placeOf(id), JSON.stringify(contact)),
  }
}

/** Throws `AlteredRow` where somebody else than this gateway says whose contact it is. */
function contactOf(keys: Keyring, row: Pick<ContactRow, 'id' | 'accountId' | 'content'>): Contact {
  const contact = JSON.parse(openText(keys, placeOf(row.id), row.content)) as Contact
  if (contact.accountId !== row.accountId) throw new AlteredRow('contacts', row.id)
  return contact
}

export async function listContacts(
  db: Db,
  keys: Keyring,
  accountId: string,
  { after, pageSize }: ContactQuery,
): Promise<Contact[]> {
  const rows = db.selectFrom('contacts').select(['id', 'accountId', 'content']).where('accountId', '=', accountId)
  const rest = after === undefined ? rows : rows.where('id', '>', after)
  const found = await rest.orderBy('id').limit(pageSize).execute()
  return found.map((row) => contactOf(keys, row))
}

export async function findContact(db: Db, keys: Keyring, accountId: string, id: string): Promise<Contact | undefined> {
  const rows = db.selectFrom('contacts').selectAll().where('id', '=', id).where('accountId', '=', accountId)
  const row = await rows.executeTakeFirst()
  return row && contactOf(keys, row)
}

export async function countContacts(db: Db, accountId: string): Promise<number> {
  const rows = db.selectFrom('contacts').select((e) => e.fn.countAll<number | string>().as('count'))
  const { count } = await rows.where('accountId', '=', accountId).executeTakeFirstOrThrow()
  return Number(count)
}

/** Throws `AlteredRow` where somebody else than this gateway says that a contact has this address: policies allow contacts. */
export async function findByAddress(db: Db, keys: Keyring, accountId: string, address: Address) {
  const contact = await findBy(db, keys, accountId, 'addressHash', addressHash(keys, accountId, address))
  if (contact !== undefined && contact.address !== address) throw new AlteredRow('contacts', contact.id)
  return contact
}

/** By a name that can be read for this one. */
export function findAlike(db: Db, keys: Keyring, accountId: string, name: string) {
  return findBy(db, keys, accountId, 'nameHash', nameHash(keys, accountId, name))
}

async function findBy(
  db: Db,
  keys: Keyring,
  accountId: string,
  column: 'addressHash' | 'nameHash',
  hash: TokenHash,
): Promise<Contact | undefined> {
  const rows = db.selectFrom('contacts').selectAll().where('accountId', '=', accountId).where(column, '=', hash)
  const row = await rows.executeTakeFirst()
  return row && contactOf(keys, row)
}

/** Rejects as a duplicate where the account has this address, or a name like this one. */
export async function insertContact(db: Db, keys: Keyring, contact: Contact): Promise<void> {
  await db.insertInto('contacts').values(rowOf(keys, contact)).execute()
}

/** Rejects as a duplicate where the account has a name like this one. False where the contact is gone. */
export async function updateContact(db: Db, keys: Keyring, contact: Contact): Promise<boolean> {
  const { content, nameHash: hash } = rowOf(keys, contact)
  const set = db.updateTable('contacts').set({ content, nameHash: hash }).where('id', '=', contact.id)
  const { numUpdatedRows } = await set.where('accountId', '=', contact.accountId).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False where there is none. */
export async function deleteContact(db: Db, accountId: string, id: string): Promise<boolean> {
  const rows = db.deleteFrom('contacts').where('id', '=', id).where('accountId', '=', accountId)
  const { numDeletedRows } = await rows.executeTakeFirst()
  return numDeletedRows > 0n
}
