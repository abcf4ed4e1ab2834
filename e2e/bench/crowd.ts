import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { startGateway, temporaryFolder } from '../harness/gateway.ts'
import { median } from './kit/report.ts'

/**
 * `node e2e/bench/crowd.ts [connections] [scrapes]`, after a build: so many connections of one address that send half a
 * header, and how another address is answered meanwhile; then so many `/metrics` at once, and what `/healthz` waits for them.
 */
const CONNECTIONS = Number(process.argv[2] ?? 2_300)
const SCRAPES = Number(process.argv[3] ?? 200)
const ASKED = 50

const folder = temporaryFolder()
const gateway = await startGateway({ dataDir: folder.path })
const port = Number(new URL(gateway.url).port)

const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, half))
const outcomes: (number | undefined)[] = []
for (let count = 0; count < ASKED; count++) outcomes.push(await ask('/healthz', '127.0.0.3'))
const answered = outcomes.filter((ms) => ms !== undefined)
process.stdout.write(
  `${CONNECTIONS} connections with half a header: another address got ${answered.length} of ${ASKED} answers` +
    `${answered.length === 0 ? '' : `, median ${median(answered).toFixed(1)} ms`}\n`,
)
for (const socket of sockets) socket.destroy()
await new Promise((resolve) => setTimeout(resolve, 1_000))

const begun = performance.now()
const scrapes = Promise.all(Array.from({ length: SCRAPES }, () => ask('/metrics', '127.0.0.1')))
const health = await ask('/healthz', '127.0.0.3')
await scrapes
process.stdout.write(
  `${SCRAPES} /metrics at once: all answered after ${(performance.now() - begun).toFixed(0)} ms, /healthz after ${health?.toFixed(0)} ms\n`,
)
await gateway.stop()
folder.remove()
process.exit()

function half(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.once('close', () => resolve(socket))
    socket.once('connect', () => {
      socket.write('GET /healthz HTTP/1.1\r\nX: ', () => resolve(socket))
    })
  })
}

/** Milliseconds, or undefined where the connection was refused or reset. */
function ask(path: string, localAddress: string): Promise<number | undefined> {
  const from = performance.now()
  return new Promise((resolve) => {
    const request = get({ port, path, localAddress, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200 ? performance.now() - from : undefined))
    })
    request.once('error', () => resolve(undefined))
  })
}
