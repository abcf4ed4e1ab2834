import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Resolves when the thread has read which connections were closed while it computed. A proof holds it up for longer than servers
 * keep idle connections; a request that is sent right after it goes to a closed one, and is lost. The ends of connections are
 * read between the first and the second turn of the event loop.
 */
export async function closedConnectionsRead(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
