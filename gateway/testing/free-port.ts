import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system gives to a connection, or to a server that asks for any: Linux begins at 32,768. */
const KEEPABLE = [12_000, 32_000] as const

/**
 * A port of loopback that is free, and stays so until its server listens, and while that one starts again. One that the system
 * gives does not: the next server that asks for any port may get it, or the near end of a connection.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...KEEPABLE)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
