import type { Handlers } from '../http/handlers.ts'
import { openStream } from '../streams/open-stream.ts'
import type { World } from '../world/world.ts'

export function streamRoutes(world: World) {
  return {
    streamEvents: ({ caller, lastEventId }) => openStream(world, caller, lastEventId),
  } satisfies Partial<Handlers>
}
