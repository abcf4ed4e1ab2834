import type { ContactChange } from '#shared/api/contacts.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import { readCard } from '../notas/read-card.ts'
import type { World } from '../world/world.ts'
import { asOne, requireOwnName } from './add-contacts.ts'
import { ownContact } from './own-contacts.ts'
import { type Contact, findContact, updateContact } from './store.ts'

/** Gives a contact another name or note, or the card of its address: the address itself stays. */
export async function changeContact(world: World, caller: Caller, id: string, change: ContactChange): Promise<Contact> {
  const { address } = await ownContact(world, caller, id)
  const carded = change.nota === undefined ? {} : await cardOf(world, change.nota, address)
  return asOne(world, async (trx) => {
    const before = await findContact(trx, world.keys, caller.account.id, id)
    if (before === undefined) throw new Refusal('not_found')
    const { name = before.name, note = before.note } = change
    const contact: Contact = { ...before, ...carded, name, note }
    await requireOwnName(trx, world, contact)
    if (!(await updateContact(trx, world.keys, contact))) throw new Refusal('not_found')
    return contact
  })
}

async function cardOf(world: World, nota: string, address: string): Promise<Pick<Contact, 'card' | 'verified'>> {
  const card = await readCard(world, nota)
  if (card.address !== address) throw invalid('nota', 'is the card of another address: add it as a contact of its own')
  return { card: nota, verified: card.verdict.valid }
}
