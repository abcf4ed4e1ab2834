import * as z from 'zod/mini'
import { CONTACTS_PER_IMPORT, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../limits.ts'
import { Contact, ContactName, Note } from '../model/contact.ts'
import { HexAddress } from '../model/ids.ts'
import { CardVerdict } from '../model/nota.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { wholeNumber } from './kit/page.ts'

const NewContact = z
  .strictObject({
    name: ContactName,
    note: z.optional(z.nullable(Note)),
    nota: z.optional(z.string()),
    address: z.optional(HexAddress),
  })
  .check(
    z.refine((contact) => (contact.nota === undefined) !== (contact.address === undefined), {
      error: 'exactly one of nota, address is required',
      path: ['nota'],
    }),
  )

/** Never another address: payments that were made would seem to have gone there. */
const ContactChange = z
  .strictObject({ name: z.optional(ContactName), note: z.optional(z.nullable(Note)), nota: z.optional(z.string()) })
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: 'name, note or nota is required',
    }),
  )

const ContactQuery = z.strictObject({
  /** ID of the last contact of the page before. */
  after: z.optional(z.string()),
  pageSize: wholeNumber(1, PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT),
})

export const contactEndpoints = {
  listContacts: {
    method: 'GET',
    path: '/contacts',
    summary: 'Contacts by their ID, page by page: `next` is the `after` of the next page, null on the last',
    tag: 'Contacts',
    access: 'read',
    query: ContactQuery,
    status: 200,
    data: z.object({ items: z.array(Contact), next: z.nullable(z.string()) }),
    whole: true,
    refusals: [],
  },
  createContact: {
    method: 'POST',
    path: '/contacts',
    summary: 'Add a contact, by its address card or by an address',
    tag: 'Contacts',
    access: 'manage',
    body: NewContact,
    status: 201,
    data: z.object({ contact: Contact, nota: z.optional(CardVerdict) }),
    idempotent: true,
    whole: true,
    event: 'contact.added',
    refusals: ['contact_exists', 'invalid_nota', 'not_configured', 'not_found'],
  },
  importContacts: {
    method: 'POST',
    path: '/contacts/import',
    summary: 'Add several contacts, all or none; of an address that is a contact already, that one stays as it is',
    tag: 'Contacts',
    access: 'manage',
    body: z.strictObject({
      contacts: z.array(NewContact).check(z.minLength(1), z.maxLength(CONTACTS_PER_IMPORT)),
    }),
    status: 200,
    data: z.object({ added: z.array(Contact), kept: z.number() }),
    whole: true,
    event: 'contact.imported',
    refusals: ['contact_exists', 'invalid_nota', 'not_configured'],
  },
  getContact: {
    method: 'GET',
    path: '/contacts/{id}',
    summary: 'One contact',
    tag: 'Contacts',
    access: 'read',
    status: 200,
    data: z.object({ contact: Contact }),
    whole: true,
    refusals: ['not_found'],
  },
  patchContact: {
    method: 'PATCH',
    path: '/contacts/{id}',
    summary: 'Change the name or the note, or add the card of the same address',
    tag: 'Contacts',
    access: 'manage',
    body: ContactChange,
    status: 200,
    data: z.object({ contact: Contact }),
    whole: true,
    event: 'contact.changed',
    refusals: ['not_found', 'contact_exists', 'invalid_nota'],
  },
  deleteContact: {
    method: 'DELETE',
    path: '/contacts/{id}',
    summary: 'Remove a contact',
    tag: 'Contacts',
    access: 'manage',
    status: 200,
    data: z.strictObject({}),
    whole: true,
    event: 'contact.removed',
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>

export type NewContact = z.infer<typeof NewContact>
export type ContactChange = z.infer<typeof ContactChange>
export type ContactQuery = z.infer<typeof ContactQuery>
