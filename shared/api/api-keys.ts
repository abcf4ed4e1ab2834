import * as z from 'zod/mini'
import { WALLETS_MAX } from '../limits.ts'
import { Id, Instant, ShortText } from '../model/ids.ts'
import { ApiKey } from '../model/sign-in.ts'
import { Scope } from '../model/user.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { PolicyChange } from './policies.ts'

const distinct = (list: string[]) => new Set(list).size === list.length

const NewApiKey = z.strictObject({
  label: ShortText,
  scopes: z.optional(z.array(Scope).check(z.minLength(1), z.refine(distinct, { error: 'repeats a scope' }))),
  walletIds: z.optional(
    z.nullable(
      z.array(Id).check(z.minLength(1), z.maxLength(WALLETS_MAX), z.refine(distinct, { error: 'repeats a wallet' })),
    ),
  ),
  expiresAt: z.optional(z.nullable(Instant)),
})

const own = { tag: 'API keys', access: 'session', status: 200, refusals: [] } as const

export const apiKeyEndpoints = {
  listApiKeys: {
    ...own,
    method: 'GET',
    path: '/api-keys',
    summary: 'The API keys of the account; never their secrets',
    data: z.object({ apiKeys: z.array(ApiKey) }),
  },
  createApiKey: {
    ...own,
    method: 'POST',
    path: '/api-keys',
    summary: 'Make an API key; its secret is in this answer and nowhere else',
    body: NewApiKey,
    status: 201,
    data: z.object({ apiKey: ApiKey, secret: z.string() }),
    recent: true,
    event: 'api_key.created',
  },
  patchApiKey: {
    ...own,
    method: 'PATCH',
    path: '/api-keys/{id}',
    summary: 'Set what payments must keep to that an API key asks for, or take it away with null',
    body: PolicyChange,
    data: z.object({ apiKey: ApiKey }),
    recent: true,
    event: 'policy.changed',
    refusals: ['not_found'],
  },
  revokeApiKey: {
    ...own,
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'Revoke an API key: the very next call with it is refused',
    data: z.strictObject({}),
    event: 'api_key.revoked',
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>

export type NewApiKey = z.infer<typeof NewApiKey>
