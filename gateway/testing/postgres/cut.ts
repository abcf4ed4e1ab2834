import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL that can lose the answer to a commit, which arrives, or all that is open. */
export type Detour = {
  url: string
  /** The connection ends. */
  loseNextCommit(): void
  /** As behind PgBouncer: it says that its connection to the server ended. */
  loseNextCommitBehindPooler(): void
  /** As when the server's machine has lost its power: what is open stays open and says nothing. Who connects anew meets a successor. */
  losePower(): void
  /** From now on the fate of a transaction is asked of a successor that has not come as far. */
  forgetTransactions(): void
  lost(): number
  close(): Promise<void>
}

export async function detourTo(url: string): Promise<Detour> {
  const target = new URL(url)
  const clients = new Set<Socket>()
  const silent = new Set<Socket>()
  let armed: 'no' | 'cut' | 'pooler' = 'no'
  let isBehind = false
  let lost = 0
  const server = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    let losing: typeof armed = 'no'
    client.on('data', (bytes: Buffer) => {
      if (silent.has(client)) return
      if (armed !== 'no' && bytes.includes('commit\0')) {
        losing = armed
        armed = 'no'
        lost++
      }
      there.write(isBehind && bytes.includes('pg_xact_status') ? withLaterId(bytes) : bytes)
    })
    there.on('data', (bytes: Buffer) => {
      if (silent.has(client)) return
      // Its answer is here: the server has committed.
      if (losing === 'cut') client.destroy()
      else if (losing === 'pooler') client.end(POOLER_ERROR)
      else client.write(bytes)
    })
    clients.add(client)
    for (const [one, other] of [
      [client, there],
      [there, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => {
        clients.delete(client)
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
      armed = 'cut'
    },
    loseNextCommitBehindPooler: () => {
      armed = 'pooler'
    },
    losePower: () => {
      for (const client of clients) silent.add(client)
    },
    forgetTransactions: () => {
      isBehind = true
    },
    async close() {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** As long as it was, so that the message stays whole. */
function withLaterId(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.toString('latin1').replaceAll(/\d{3,}/g, (id) => '9'.repeat(id.length)),
    'latin1',
  )
}

/** An error response (protocol 3.0, message E) of severity FATAL and state 08P01, as PgBouncer's `disconnect_client` writes it. */
const POOLER_ERROR = message(
  'E',
  ['SFATAL', 'C08P01', 'Mserver conn crashed?', ''].map((field) => `${field}\0`).join(''),
)

function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
