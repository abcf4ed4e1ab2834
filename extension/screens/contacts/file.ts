import * as z from 'zod/mini'
import type { NewContact } from '#shared/api/contacts.ts'
import { CONTACTS_MAX, CONTACTS_PER_IMPORT, NOTA_BYTES_MAX } from '#shared/limits.ts'
import type { Contact } from '#shared/model/contact.ts'

/** The parts of a contact that make it again: its card, or an address if it has none. */
const Entry = z.strictObject({
  name: z.string(),
  note: z.optional(z.string()),
  address: z.optional(z.string()),
  nota: z.optional(z.string()),
})

const File = z.object({ format: z.literal('sotto-contacts'), version: z.literal(1), contacts: z.array(Entry) })

/** As many contacts as an account may have, each with the longest card, name and note. A larger file is not read. */
export const CONTACTS_BYTES_MAX = CONTACTS_MAX * (NOTA_BYTES_MAX + 4_096)

export type ContactsFileFlaw = 'too_large' | 'unreadable' | 'empty' | 'too_many'

/** The text of a file that another account, or another gateway, can import. */
export function fileOf(contacts: readonly Contact[]): string {
  const entries = contacts.map(({ name, note, card, address }) => ({
    name,
    ...(note === null ? {} : { note }),
    ...(card === null ? { address } : { nota: card }),
  }))
  return `${JSON.stringify({ format: 'sotto-contacts', version: 1, contacts: entries }, null, 2)}\n`
}

/** Contacts as the gateway is asked to add them: what they say is for it to judge. */
export function contactsIn(text: string): { contacts: NewContact[] } | { flaw: ContactsFileFlaw } {
  const read = File.safeParse(parsed(text))
  if (!read.success) return { flaw: 'unreadable' }
  const { contacts } = read.data
  if (contacts.length === 0) return { flaw: 'empty' }
  return contacts.length > CONTACTS_MAX ? { flaw: 'too_many' } : { contacts }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The gateway takes 64 KiB at once; what is beyond ASCII has up to three bytes a character. */
const ROOM = 20_000

/** In parts that fit into a request each. */
export function partsOf(contacts: readonly NewContact[]): NewContact[][] {
  const parts: NewContact[][] = []
  let room = 0
  for (const contact of contacts) {
    const length = JSON.stringify(contact).length
    const last = parts.at(-1)
    if (last !== undefined && last.length < CONTACTS_PER_IMPORT && length <= room) last.push(contact)
    else {
      parts.push([contact])
      room = ROOM
    }
    room -= length
  }
  return parts
}
