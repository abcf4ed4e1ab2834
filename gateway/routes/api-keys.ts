import { Refusal } from '#shared/refusal.ts'
import { makeApiKey } from '../auth/manage/create-api-key.ts'
import { revokeOwnApiKey } from '../auth/manage/own-api-keys.ts'
import type { Handlers } from '../http/handlers.ts'
import { changeKeyPolicy } from '../policies/change-policy.ts'
import { listApiKeysWithPolicies } from '../policies/policies-of.ts'
import type { World } from '../world/world.ts'

export function apiKeyRoutes(world: World) {
  return {
    listApiKeys: async ({ caller }) => ({ apiKeys: await listApiKeysWithPolicies(world, caller) }),
    createApiKey: ({ caller, body, context }) => makeApiKey(world, caller, body, context),
    async patchApiKey({ caller, params, body, context }) {
      await changeKeyPolicy(world, caller, { id: params.id, policy: body.policy }, context)
      const apiKey = (await listApiKeysWithPolicies(world, caller)).find(({ id }) => id === params.id)
      if (apiKey === undefined) throw new Refusal('not_found')
      return { apiKey }
    },
    async revokeApiKey({ caller, params, context }) {
      if (!(await revokeOwnApiKey(world, caller, params.id, context))) throw new Refusal('not_found')
      return {}
    },
  } satisfies Partial<Handlers>
}
