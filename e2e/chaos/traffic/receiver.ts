import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '../../../gateway/webhooks/receiver/receive.ts'

/** An event of a request as a receiver was told it for the first time. */
export type Heard = { id: string; sequence: number; request: string; status: string }

export type Receiver = {
  url: string
  /** Each once, in the order in which they came. */
  heard: Map<string, Heard>
  /** How many came more than once. */
  readonly repeats: number
  /** What was not signed by the secret. */
  forged: string[]
  secret: string
  close(): void
}

/** Takes webhooks, of one event in ten only the second try: it answers 500, or hangs up, in turns. */
export async function openReceiver(): Promise<Receiver> {
  const refused = new Set<string>()
  let repeats = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      if (Number.parseInt(id, 10) % 10 === 0 && !refused.has(id)) {
        refused.add(id)
        if (refused.size % 2 === 0) request.socket.destroy()
        else response.writeHead(500).end()
        return
      }
      try {
        const { event } = verify(Buffer.concat(chunks), request.headers as Record<string, string>, receiver.secret)
        const data = event.data as { id: string; status: string }
        const one = { id, sequence: Number.parseInt(id, 10), request: data.id, status: data.status }
        if (receiver.heard.has(id)) repeats += 1
        else receiver.heard.set(id, one)
        response.writeHead(204).end()
      } catch (error) {
        receiver.forged.push(String(error))
        response.writeHead(400).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard: new Map(),
    get repeats() {
      return repeats
    },
    forged: [],
    secret: '',
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
