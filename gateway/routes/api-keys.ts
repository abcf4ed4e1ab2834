import { Refusal } from '#shared/refusal.ts'
import { makeApiKey } from '../auth/manage/create-api-key.ts'
import { revokeOwnApiKey } from '../auth/manage/own-api-keys.ts'
import type { Handlers } from '../http/handlers.ts'
import { changeKeyPolicy } from '../policies/change-policy.ts'
import { listApiKeysWithPolicies } from '../policies/policies-of.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function apiKeyRoutes(world: World) {
  return {
    listApiKeys: async ({ caller }) => ({ apiKeys: await listApiKeysWithPolicies(world, caller) }),
    async createApiKey({ caller, body, context }) {
      const made = await makeApiKey(world, caller, body)
      context.audit.subject = made.apiKey.id
      return made
    },
    async patchApiKey({ caller, params, body, context }) {
      context.audit.subject = params.id
      await changeKeyPolicy(world, caller, params.id, body.policy)
      const apiKey = (await listApiKeysWithPolicies(world, caller)).find(({ id }) => id === params.id)
      if (apiKey === undefined) throw new Refusal('not_found')
      return { apiKey }
    },
    async revokeApiKey({ caller, params, context }) {
      await gone(context, params.id, revokeOwnApiKey(world, caller, params.id))
      return {}
    },
  } satisfies Partial<Handlers>
}
