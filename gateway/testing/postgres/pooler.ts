import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

/**
 * A pooler in transaction mode, as PgBouncer is: whatever a client says outside of a transaction may go to another
 * connection of the server each time. The one that has rested longest comes first, so that two statements of a session
 * never meet by luck.
 */
export type Pooler = { url: string; close(): Promise<void> }

type Server = { socket: Socket; client?: Socket }

export async function poolerTo(url: string, size = 3): Promise<Pooler> {
  const servers = await Promise.all(Array.from({ length: size }, () => connectTo(url)))
  const resting = [...servers]
  const waiting: ((server: Server) => void)[] = []
  const clients = new Set<Socket>()

  function release(server: Server): void {
    delete server.client
    const next = waiting.shift()
    if (next === undefined) resting.push(server)
    else next(server)
  }

  const take = (): Promise<Server> => {
    const server = resting.shift()
    return server === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(server)
  }

  for (const server of servers) {
    const read = framesOf((type, frame) => {
      server.client?.write(frame)
      // Ready for a query, in no transaction.
      if (type === 'Z' && frame.at(-1) === IDLE) release(server)
    })
    server.socket.on('data', read)
  }

  const listener = createServer({ noDelay: true }, (client) => {
    clients.add(client)
    let mine: Server | undefined
    let sending = Promise.resolve()
    const read = framesOf((type, frame) => {
      if (type === 'X') return void client.end()
      sending = sending.then(async () => {
        if (mine?.client !== client) {
          mine = await take()
          mine.client = client
        }
        mine.socket.write(frame)
      })
    })
    client.on('error', () => {})
    client.on('close', () => {
      clients.delete(client)
      // In the middle of a transaction: the server takes it back.
      if (mine?.client === client) mine.socket.write(query('rollback'))
    })
    greet(client, read)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const by = new URL(url)
  by.port = String((listener.address() as AddressInfo).port)
  return {
    url: by.href,
    async close() {
      for (const client of clients) client.destroy()
      listener.close()
      await once(listener, 'close')
      for (const { socket } of servers) socket.destroy()
    },
  }
}

const IDLE = 'I'.charCodeAt(0)

/** A session of the server, past its sign-in, of which what comes is ours to read. */
async function connectTo(url: string): Promise<Server> {
  const client = new pg.Client({ connectionString: url, application_name: 'pooler' })
  await client.connect()
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection
  socket.removeAllListeners()
  socket.on('error', () => {})
  socket.setNoDelay(true)
  return { socket }
}

/** Every client is let in: the first message has no type, and asks for TLS, or says who it is. */
function greet(client: Socket, read: (bytes: Buffer) => void): void {
  client.once('data', (bytes: Buffer) => {
    const asksForTls = bytes.length === 8 && bytes.readInt32BE(4) === 80_877_103
    if (asksForTls) {
      client.write('N')
      return greet(client, read)
    }
    const [ok, key] = [Buffer.alloc(4), Buffer.alloc(8)]
    client.write(Buffer.concat([message('R', ok), message('K', key), message('Z', Buffer.from('I'))]))
    client.on('data', read)
  })
}

/** Takes bytes as they come, and gives whole messages. */
function framesOf(each: (type: string, frame: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      const frame = rest.subarray(0, end)
      rest = rest.subarray(end)
      each(String.fromCharCode(frame[0] ?? 0), frame)
    }
  }
}

function query(text: string): Buffer {
  return message('Q', Buffer.from(`${text}\0`))
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
