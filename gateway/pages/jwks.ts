import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { notaryJwks } from '../notas/notary-key.ts'
import type { World } from '../world/world.ts'

/** The keys that receipts of this gateway are signed with, for anyone who reads one without this gateway's help. */
export function jwksRoute(app: Hono<Env>, world: World): void {
  app.get('/.well-known/jwks.json', async (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(await notaryJwks(world))
  })
}
