import { type Added, addContact, importContacts } from '../contacts/add-contacts.ts'
import { changeContact } from '../contacts/change-contact.ts'
import { contactAnswer, ownContact, ownContacts, removeContact } from '../contacts/own-contacts.ts'
import type { Handlers } from '../http/handlers.ts'
import { once } from '../idempotency/once.ts'
import { verdictNow } from '../notas/read-card.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

function addedAnswer({ contact, verdict }: Added) {
  return { contact: contactAnswer(contact), ...(verdict === undefined ? {} : { nota: verdict }) }
}

export function contactRoutes(world: World) {
  return {
    async listContacts({ caller, query }) {
      const { contacts, next } = await ownContacts(world, caller, query)
      return { items: contacts.map(contactAnswer), next }
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
      return { added: added.map(contactAnswer), kept }
    },
    getContact: async ({ caller, params }) => ({ contact: contactAnswer(await ownContact(world, caller, params.id)) }),
    async patchContact({ caller, params, body, context }) {
      const contact = await changeContact(world, caller, params.id, body)
      context.audit.subject = contact.id
      return { contact: contactAnswer(contact) }
    },
    async deleteContact({ caller, params, context }) {
      await gone(context, params.id, removeContact(world, caller, params.id))
      return {}
    },
  } satisfies Partial<Handlers>
}
