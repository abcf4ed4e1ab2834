import { randomBytes } from 'node:crypto'
import type { contactEndpoints, NewContact } from '#shared/api/contacts.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { addRival, removeRival } from './kit/rival.ts'
import type { Provocation, Rows } from './kit/row.ts'

const somebody = (): NewContact => ({
  name: `Payee ${randomBytes(12).toString('hex')}`,
  address: `0x${randomBytes(20).toString('hex')}`,
})
const added = async ({ api }: Actor) => (await api.createContact(somebody())).contact
const bad = { name: 'Nobody', nota: 'no nota' }

/** An address that is a contact already, in this request. */
const again =
  (name: 'createContact' | 'importContacts', bodyOf: (contact: NewContact) => unknown): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    const { name: known } = await added(actor)
    return ask(actor.url, question(name, actor.apiKey, { body: bodyOf({ ...somebody(), name: known }) }))
  }

const refused =
  (name: 'createContact' | 'importContacts', body: unknown): Provocation =>
  async (stage) => {
    const { url, apiKey } = await stage.actor('sound')
    return ask(url, question(name, apiKey, { body }))
  }

/** A change of a contact that was added just now. */
const changing =
  (bodyOf: (actor: Actor) => Promise<unknown>): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    const { id } = await added(actor)
    return ask(actor.url, question('patchContact', actor.apiKey, { params: { id }, body: await bodyOf(actor) }))
  }

export const contactRows: Rows<keyof typeof contactEndpoints> = {
  listContacts: { example: async () => ({ query: { pageSize: '5' } }), refusals: {} },
  createContact: {
    example: async () => ({ body: somebody() }),
    refusals: {
      contact_exists: again('createContact', (contact) => contact),
      invalid_nota: refused('createContact', bad),
      /** Of a contact that was removed since, at a repeat. */
      async not_found(stage) {
        const { url, apiKey, api } = await stage.actor('sound')
        const body = somebody()
        const { contact } = await api.createContact(body, { idempotencyKey: 'removed' })
        await api.deleteContact({ id: contact.id })
        const request = question('createContact', apiKey, { body })
        return ask(url, { ...request, headers: { ...request.headers, 'idempotency-key': 'removed' } })
      },
      /** As of wallets: only another process can come in between. */
      async idempotency_in_progress(stage) {
        const { url, apiKey, inStore } = await stage.actor('sound')
        await inStore(({ db }) => addRival(db))
        const request = question('createContact', apiKey, { body: somebody() })
        const headers = { ...request.headers, 'idempotency-key': 'a contact meanwhile' }
        const answer = await ask(url, { ...request, headers })
        await inStore(({ db }) => removeRival(db))
        return answer
      },
    },
  },
  importContacts: {
    example: async () => ({ body: { contacts: [somebody(), somebody()] } }),
    refusals: {
      contact_exists: again('importContacts', (contact) => ({ contacts: [somebody(), contact] })),
      invalid_nota: refused('importContacts', { contacts: [bad] }),
    },
  },
  getContact: { example: async (actor) => ({ params: { id: (await added(actor)).id } }), refusals: {} },
  patchContact: {
    example: async (actor) => ({ params: { id: (await added(actor)).id }, body: { note: 'pays late' } }),
    refusals: {
      contact_exists: changing(async (actor) => ({ name: (await added(actor)).name })),
      invalid_nota: changing(async () => ({ nota: 'no nota' })),
    },
  },
  deleteContact: { example: async (actor) => ({ params: { id: (await added(actor)).id } }), refusals: {} },
}
