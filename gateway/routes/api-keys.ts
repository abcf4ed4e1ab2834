import { listApiKeys, revokeApiKey } from '../auth/credentials/api-keys.ts'
import { makeApiKey } from '../auth/manage/create-api-key.ts'
import type { Handlers } from '../http/handlers.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function apiKeyRoutes(world: World) {
  return {
    listApiKeys: async ({ caller }) => ({ apiKeys: await listApiKeys(world.db, caller.account.id) }),
    async createApiKey({ caller, body, context }) {
      const made = await makeApiKey(world, caller, body)
      context.audit.subject = made.apiKey.id
      return made
    },
    async revokeApiKey({ caller, params, context }) {
      await gone(
        context,
        params.id,
        revokeApiKey(world.db, world.keys, caller.account.id, params.id, world.clock.now()),
      )
      return {}
    },
  } satisfies Partial<Handlers>
}
