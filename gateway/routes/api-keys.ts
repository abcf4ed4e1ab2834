import { makeApiKey } from '../auth/manage/create-api-key.ts'
import { listOwnApiKeys, revokeOwnApiKey } from '../auth/manage/own-api-keys.ts'
import type { Handlers } from '../http/handlers.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function apiKeyRoutes(world: World) {
  return {
    listApiKeys: async ({ caller }) => ({ apiKeys: await listOwnApiKeys(world, caller) }),
    async createApiKey({ caller, body, context }) {
      const made = await makeApiKey(world, caller, body)
      context.audit.subject = made.apiKey.id
      return made
    },
    async revokeApiKey({ caller, params, context }) {
      await gone(context, params.id, revokeOwnApiKey(world, caller, params.id))
      return {}
    },
  } satisfies Partial<Handlers>
}
