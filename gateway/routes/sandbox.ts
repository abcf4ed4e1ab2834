import { SERVICE, VERSION } from '#shared/api/endpoints.ts'
import { Refusal } from '#shared/refusal.ts'
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
    postSandbox: async ({ body }) => {
      if (!keepsNumbers(body)) throw new Refusal('validation_error', { details: [{ path: '', message: TOO_LARGE }] })
      return { ...probe(), echo: body }
    },
  } satisfies Partial<Handlers>
}

const TOO_LARGE = 'contains a number beyond 9007199254740991, which would come back changed: send it as a string'

/** Beyond 2⁵³ a JSON number is read as a neighbour of it, and the echo would be another number. */
function keepsNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  return typeof value !== 'object' || value === null || Object.values(value).every(keepsNumbers)
}
