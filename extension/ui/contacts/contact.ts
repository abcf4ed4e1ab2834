import * as z from 'zod/mini'
import type { Contact } from '#shared/model/contact.ts'
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

export function seenOf({ id, name, address, verified, card, note }: Contact): SeenContact {
  return { id, name, address, verified, carded: card !== null, note }
}

/** The contact with this address. */
export function contactAt(address: string, contacts: readonly SeenContact[]): SeenContact | undefined {
  return contacts.find((contact) => isSame(contact.address, address))
}

/** By name, as the reader's language sorts. */
export function byName(contacts: readonly SeenContact[]): SeenContact[] {
  const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
  return [...contacts].sort((one, other) => compare(one.name, other.name))
}

/** Those of which a name, an address or a note has what is sought. */
export function sought(contacts: readonly SeenContact[], search: string): SeenContact[] {
  const text = search.normalize('NFKC').trim().toLowerCase()
  return contacts.filter(({ name, address, note }) =>
    [name, address, note ?? ''].some((each) => each.toLowerCase().includes(text)),
  )
}
