import type { apiKeyEndpoints } from '#shared/api/api-keys.ts'
import type { Rows } from './kit/row.ts'
import { call } from './kit/second-factors.ts'

export const apiKeyRows: Rows<keyof typeof apiKeyEndpoints> = {
  listApiKeys: { example: async ({ newSession }) => ({ headers: await newSession() }), refusals: {} },
  createApiKey: {
    example: async ({ newSession, wallet }) => ({
      headers: await newSession(),
      body: { label: 'shop', scopes: ['read'], walletIds: [wallet], expiresAt: '2100-01-01T00:00:00Z' },
    }),
    refusals: {},
  },
  patchApiKey: {
    async example(actor) {
      const headers = await actor.newSession()
      const { apiKey } = await call(actor, 'createApiKey', { headers, body: { label: 'shop' } })
      return { params: { id: (apiKey as { id: string }).id }, headers, body: { policy: { maxPerDay: '10' } } }
    },
    refusals: {},
  },
  revokeApiKey: {
    async example(actor) {
      const headers = await actor.newSession()
      const { apiKey } = await call(actor, 'createApiKey', { headers, body: { label: 'shop' } })
      return { params: { id: (apiKey as { id: string }).id }, headers }
    },
    refusals: {},
  },
}
