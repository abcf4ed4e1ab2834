import * as z from 'zod/mini'
import { CONTACTS_MAX, NOTE_MAX, PAGE_SIZE_MAX } from '#shared/limits.ts'
import type { Contact } from '#shared/model/contact.ts'
import { locale } from '#shared/ui/words/spoken.ts'
import { isSame } from '../addresses/address-rules.ts'

/** A contact without its card, whose text is read where it is needed. */
export const SeenContact = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Whether it came with a card that held. */
  verified: z.boolean(),
  carded: z.boolean(),
  note: z.nullable(z.string()),
})
export type SeenContact = z.infer<typeof SeenContact>

/** Longest name of a contact, in characters. */
const NAME_MAX = 100

/** No longer than a gateway takes them: one that says more must not fill the memory of the others. */
export function seenOf({ id, name, address, verified, card, note }: Contact): SeenContact {
  const short = note?.slice(0, NOTE_MAX) ?? null
  return { id, name: name.slice(0, NAME_MAX), address, verified, carded: card !== null, note: short }
}

type Page = { items: readonly Contact[]; next: string | null }

/** All of them, page after page. One that never ends has no more pages than a gateway may have contacts for. */
export async function collected(readPage: (after: string | undefined) => Promise<Page>): Promise<Contact[]> {
  const found = new Map<string, Contact>()
  let after: string | null | undefined
  for (let pages = 0; after !== null && pages * PAGE_SIZE_MAX < CONTACTS_MAX; pages++) {
    const { items, next } = await readPage(after)
    for (const contact of items.slice(0, PAGE_SIZE_MAX)) found.set(contact.id, contact)
    after = next
  }
  return [...found.values()]
}

/** The contact with this address. */
export function contactAt(address: string, contacts: readonly SeenContact[]): SeenContact | undefined {
  return contacts.find((contact) => isSame(contact.address, address))
}

/** By name, as the reader's language sorts. */
export function byName(contacts: readonly SeenContact[]): SeenContact[] {
  const { compare } = new Intl.Collator(locale(), { sensitivity: 'base', numeric: true })
  return [...contacts].sort((one, other) => compare(one.name, other.name))
}

/** Those of which a name, an address or a note has what is sought. */
export function sought(contacts: readonly SeenContact[], search: string): SeenContact[] {
  const text = search.normalize('NFKC').trim().toLowerCase()
  return contacts.filter(({ name, address, note }) =>
    [name, address, note ?? ''].some((each) => each.toLowerCase().includes(text)),
  )
}
