import { randomBytes } from 'node:crypto'
import type { walletEndpoints } from '#shared/api/wallets.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { crowd } from './kit/crowd.ts'
import { addRival, removeRival } from './kit/rival.ts'
import type { Rows } from './kit/row.ts'

const external = (address: string) => ({ type: 'external' as const, address })
const newAddress = () => `0x${randomBytes(20).toString('hex')}`
const watched = async ({ api }: Actor) => (await api.createWallet(external(newAddress()))).wallet.id

const exported = async ({ wallet, newSession }: Actor) => ({
  params: { id: wallet },
  body: { passphrase: 'long enough' },
  headers: await newSession(),
})

export const walletRows: Rows<keyof typeof walletEndpoints> = {
  listWallets: { example: async () => ({}), refusals: {} },
  createWallet: {
    example: async () => ({ body: { type: 'custodial', label: 'till' } }),
    refusals: {
      async wallet_exists(stage) {
        const { url, apiKey, api } = await stage.actor('sound')
        const body = external(newAddress())
        await api.createWallet(body)
        return ask(url, question('createWallet', apiKey, { body }))
      },
      async invalid_nota(stage) {
        const { url, apiKey } = await stage.actor('sound')
        return ask(url, question('createWallet', apiKey, { body: { type: 'external', nota: 'no nota' } }))
      },
      /** Which addresses are no wallets the token says; a custodial wallet needs no chain. */
      async not_configured(stage) {
        const { url, apiKey } = await stage.actor('unconfigured')
        return ask(url, question('createWallet', apiKey, { body: external(newAddress()) }))
      },
      /** Of a wallet that is not watched any more, at a repeat. */
      async not_found(stage) {
        const { url, apiKey, api } = await stage.actor('sound')
        const body = external(newAddress())
        const { wallet } = await api.createWallet(body, { idempotencyKey: 'not watched any more' })
        await api.deleteWallet({ id: wallet.id })
        const request = question('createWallet', apiKey, { body })
        return ask(url, { ...request, headers: { ...request.headers, 'idempotency-key': 'not watched any more' } })
      },
      /** Making a wallet leaves no moment between look-up and insert; only another process can come in between. */
      async idempotency_in_progress(stage) {
        const { url, apiKey, inStore } = await stage.actor('sound')
        await inStore(({ db }) => addRival(db))
        const request = question('createWallet', apiKey, { body: { type: 'custodial' } })
        const headers = { ...request.headers, 'idempotency-key': 'taken meanwhile' }
        const answer = await ask(url, { ...request, headers })
        await inStore(({ db }) => removeRival(db))
        return answer
      },
    },
  },
  getWallet: { example: async ({ wallet }) => ({ params: { id: wallet } }), refusals: {} },
  patchWallet: {
    example: async ({ wallet }) => ({ params: { id: wallet }, body: { label: 'counter', isPrimary: true } }),
    refusals: {
      async session_required(stage) {
        const { url, apiKey, wallet } = await stage.actor('sound')
        return ask(url, question('patchWallet', apiKey, { params: { id: wallet }, body: { policy: null } }))
      },
      async reauthentication_required(stage) {
        const { url, newSession, wallet } = await stage.actor('sound')
        const headers = await newSession({ agoMs: 20 * 60_000 })
        return ask(url, question('patchWallet', undefined, { params: { id: wallet }, headers, body: { policy: null } }))
      },
    },
  },
  exportWallet: {
    example: exported,
    refusals: { overloaded: crowd('exportWallet', exported) },
  },
  deleteWallet: {
    example: async (actor) => ({ params: { id: await watched(actor) } }),
    refusals: {
      async wallet_in_use(stage) {
        const { url, apiKey, wallet } = await stage.actor('sound')
        return ask(url, question('deleteWallet', apiKey, { params: { id: wallet } }))
      },
    },
  },
  getBalances: { example: async () => ({}), refusals: {} },
  getGas: { example: async ({ wallet }) => ({ query: { walletId: wallet } }), refusals: {} },
}
