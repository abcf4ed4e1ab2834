import { type Added, addContact, importContacts } from '../contacts/add-contacts.ts'
import { changeContact, ownContact } from '../contacts/change-contact.ts'
import { listContacts, removeContact, toApi } from '../contacts/store.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import { verdictNow } from '../wallets/read-card.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

function addedAnswer({ contact, verdict }: Added) {
  return { contact: toApi(contact), ...(verdict === undefined ? {} : { nota: verdict }) }
}

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
          const added = await addContact(world, caller, body, claim)
          context.audit.subject = added.contact.id
          return addedAnswer(added)
        },
        async replay(id) {
          const contact = await ownContact(world, caller, id)
          return addedAnswer({ contact, verdict: await verdictNow(world, body.nota) })
        },
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
