import { addContact, importContacts } from '../contacts/add-contacts.ts'
import { changeContact, ownContact } from '../contacts/change-contact.ts'
import { listContacts, removeContact, toApi } from '../contacts/store.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function contactRoutes(world: World) {
  return {
    async listContacts({ caller, query }) {
      const contacts = await listContacts(world.db, world.keys, caller.account.id, query)
      const last = contacts.length < query.pageSize ? undefined : contacts.at(-1)
      return { items: contacts.map(toApi), next: last?.id ?? null }
    },
    createContact: ({ caller, body, idempotencyKey, context }) =>
      once(world, {
        endpoint: 'createContact',
        kind: 'contact',
        caller,
        key: idempotencyKey,
        body,
        async run(claim) {
          const { contact, verdict } = await addContact(world, caller, body, claim)
          context.audit.subject = contact.id
          return { contact: toApi(contact), ...(verdict === undefined ? {} : { nota: verdict }) }
        },
        replay: async (id) => ({ contact: toApi(await ownContact(world, caller, id)) }),
      }),
    async importContacts({ caller, body }) {
      const { added, kept } = await importContacts(world, caller, body.contacts)
      return { added: added.map(toApi), kept }
    },
    getContact: async ({ caller, params }) => ({ contact: toApi(await ownContact(world, caller, params.id)) }),
    async patchContact({ caller, params, body, context }) {
      const contact = await changeContact(world, caller, params.id, body)
      context.audit.subject = contact.id
      return { contact: toApi(contact) }
    },
    async deleteContact({ caller, params, context }) {
      await gone(context, params.id, removeContact(world.db, caller.account.id, params.id))
      return {}
    },
  } satisfies Partial<Handlers>
}
