import type { NewContact } from '#shared/api/contacts.ts'
import { CONTACTS_MAX } from '#shared/limits.ts'
import type { CardVerdict } from '#shared/model/nota.ts'
import { type Flaw, invalid, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import { atomically, type Db, isDuplicate } from '../db/database.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { insertClaim } from '../idempotency/store.ts'
import { type Payee, readPayee } from '../wallets/read-payee.ts'
import type { World } from '../world/world.ts'
import { type Contact, countContacts, findAlike, findByAddress, insertContact } from './store.ts'

/** `verdict`: of the address card that it was made from. */
export type Added = { contact: Contact; verdict: CardVerdict | undefined }

/** Adds a contact; refuses an address that is one already, and a name that can be read for that of another. */
export async function addContact(world: World, caller: Caller, input: NewContact, claim?: Claim): Promise<Added> {
  const payee = await readPayee(world, input)
  const contact = contactOf(world, caller, input, payee)
  await asOne(world, async (trx) => {
    await requireRoom(trx, caller, 1)
    await insert(trx, world, contact)
    if (claim !== undefined) await insertClaim(trx, claim, contact.id, world.clock.now())
  })
  return { contact, verdict: payee.verdict }
}

/** Adds those whose address is no contact yet, all or none. `kept`: how many were there. */
export async function importContacts(
  world: World,
  caller: Caller,
  inputs: readonly NewContact[],
): Promise<{ added: Contact[]; kept: number }> {
  const contacts: Contact[] = []
  for (const [index, input] of inputs.entries()) {
    const payee = await readPayee(world, input).catch((error) => {
      throw within(error, index)
    })
    contacts.push(contactOf(world, caller, input, payee))
  }
  return asOne(world, async (trx) => {
    const added: Contact[] = []
    for (const [index, contact] of contacts.entries()) {
      if ((await findByAddress(trx, world.keys, contact.accountId, contact.address)) !== undefined) continue
      await insert(trx, world, contact).catch((error) => {
        throw within(error, index)
      })
      added.push(contact)
    }
    await requireRoom(trx, caller, 0)
    return { added, kept: contacts.length - added.length }
  })
}

function contactOf(world: World, caller: Caller, input: NewContact, payee: Payee): Contact {
  return {
    id: world.newId(),
    accountId: caller.account.id,
    name: input.name,
    address: payee.address,
    card: input.nota ?? null,
    verified: payee.verdict?.valid ?? false,
    note: input.note ?? null,
    createdAt: world.clock.now(),
  }
}

async function requireRoom(trx: Db, caller: Caller, more: number): Promise<void> {
  if ((await countContacts(trx, caller.account.id)) + more > CONTACTS_MAX)
    throw invalid('', `an account can have at most ${CONTACTS_MAX} contacts`)
}

async function insert(trx: Db, world: World, contact: Contact): Promise<void> {
  const holder = await findByAddress(trx, world.keys, contact.accountId, contact.address)
  if (holder !== undefined) {
    const path = contact.card === null ? 'address' : 'nota'
    throw exists(`“${holder.name}” has this address already.`, path, `is that of “${holder.name}” already`)
  }
  await requireOwnName(trx, world, contact)
  await insertContact(trx, world.keys, contact)
}

/** Refuses a name that can be read for another contact's. */
export async function requireOwnName(trx: Db, world: World, contact: Contact): Promise<void> {
  const alike = await findAlike(trx, world.keys, contact.accountId, contact.name)
  if (alike === undefined || alike.id === contact.id) return
  const said = `looks like “${alike.name}”, which is another contact`
  throw exists(`This name ${said}. Choose one that tells them apart.`, 'name', said)
}

/** `path` and `said`: which field it is about, as a flaw says it. */
function exists(message: string, path: 'name' | 'address' | 'nota', said: string): Refusal {
  return new Refusal('contact_exists', { message, details: [{ path, message: said }] satisfies Flaw[] })
}

/** In one database transaction; what another request has added meanwhile is there already. */
export async function asOne<T>(world: World, work: (trx: Db) => Promise<T>): Promise<T> {
  return atomically(world.db, work).catch((error) => {
    throw isDuplicate(error, 'contacts') ? new Refusal('contact_exists', { cause: error }) : error
  })
}

/** Which of several was refused: in its sentence, and in the paths of its flaws. What is wrong with a card has no path. */
function within(error: unknown, index: number): unknown {
  if (!(error instanceof Refusal)) return error
  const { code, details } = error
  const placed = (flaw: Flaw) => ({ ...flaw, path: `contacts.${index}.${flaw.path}` })
  return new Refusal(code, {
    message: `Contact ${index + 1}: ${error.message}`,
    details: Array.isArray(details) ? details.map(placed) : details,
    cause: error,
  })
}
