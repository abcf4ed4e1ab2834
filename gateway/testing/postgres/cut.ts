import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL that can lose the answer to a commit: it arrives, and the connection ends. */
export type Detour = { url: string; loseNextCommit(): void; lost(): number; close(): Promise<void> }

export async function detourTo(url: string): Promise<Detour> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let armed = false
  let lost = 0
  const server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    let cut = false
    client.on('data', (bytes: Buffer) => {
      if (armed && bytes.includes('commit\0')) {
        armed = false
        cut = true
        lost++
      }
      there.write(bytes)
    })
    there.on('data', (bytes: Buffer) => {
      // Its answer is here: the server has committed.
      if (cut) client.destroy()
      else client.write(bytes)
    })
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const by = new URL(url)
  by.port = String((server.address() as AddressInfo).port)
  return {
    url: by.href,
    lost: () => lost,
    loseNextCommit: () => {
      armed = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
