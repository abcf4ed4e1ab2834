import { SERVICE, VERSION } from '#shared/api/endpoints.ts'
import type { Handlers } from '../http/handlers.ts'
import type { World } from '../world/world.ts'

export function sandboxRoutes(world: World) {
  const probe = () => ({
    ok: true as const,
    service: SERVICE,
    version: VERSION,
    environment: 'sandbox' as const,
    timestamp: new Date(world.clock.now()).toISOString(),
  })
  return {
    getSandbox: async () => probe(),
    postSandbox: async ({ body }) => ({ ...probe(), echo: body }),
  } satisfies Partial<Handlers>
}
