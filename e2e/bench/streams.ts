import { readFileSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { Client } from '#shared/client.ts'
import { STREAMS_OF_ACCOUNT_MAX } from '#shared/limits.ts'
import { createAccount } from '../../gateway/accounts/create-account.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../gateway/auth/credentials/api-keys.ts'
import type { Store } from '../../gateway/cli/open-store.ts'
import { clientOf, type Gateway, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { withStore } from '../harness/store.ts'
import { median } from './kit/report.ts'

/**
 * `node e2e/bench/streams.ts [streams] [payments] [accounts]`, after a build: so many streams at once, four to a key, spread
 * over accounts (as many as have to be, at 20 an account); how long after its commit an event is with its client, what others
 * wait for `/healthz` meanwhile, what a stream takes of the gateway's memory and what is left of it afterwards, and, when
 * another process revokes all keys at once, how long it takes until the last of their streams has ended. The clients share
 * this process, so that their own work is in the figures.
 */
const STREAMS = Number(process.argv[2] ?? 500)
const PAYMENTS = Number(process.argv[3] ?? 30)
const ACCOUNTS = Number(process.argv[4] ?? Math.ceil(STREAMS / STREAMS_OF_ACCOUNT_MAX))
const PER_KEY = 4

type Payer = { accountId: string; api: Client; walletId: string; keys: string[] }

const folder = temporaryFolder()
const gateway = await startGateway({ dataDir: folder.path })
const payers: Payer[] = []
for (let account = 0; account < ACCOUNTS; account++) payers.push(await payer(account))

const latencies: number[] = []
let heard = 0
const before = residentKb(gateway)
const open: ClientRequest[] = []
for (let stream = 0; stream < STREAMS; stream++) open.push(await listen(stream))
await pause(2_000)
const after = residentKb(gateway)
const health = new Worker(new URL('kit/ask-health.ts', import.meta.url), { workerData: gateway.url })
for (let payment = 0; payment < PAYMENTS; payment++) {
  const { api, walletId } = payers[payment % ACCOUNTS] ?? fail('there is no account')
  await api.fund({ walletId, amount: '1' })
}
await pause(2_000)
const asked = await new Promise<number[]>((resolve) => {
  health.once('message', resolve)
  health.postMessage('enough')
})
const sorted = latencies.toSorted((a, b) => a - b)
const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
process.stdout.write(
  `${STREAMS} streams, ${PAYMENTS} payments, ${heard} events heard: from commit to client median ${median(latencies)} ms, ` +
    `99th ${p99} ms, longest ${sorted.at(-1)} ms; ${((after - before) / STREAMS).toFixed(0)} KB a stream\n` +
    `/healthz meanwhile: median ${median(asked).toFixed(1)} ms, longest ${Math.max(...asked).toFixed(0)} ms of ${asked.length}\n`,
)
const endings = open.map((request) => new Promise<number>((ended) => request.once('close', () => ended(Date.now()))))
const revokedAt = await withStore(folder.path, revokeAll)
const ended = await Promise.all(endings)
process.stdout.write(
  `all keys revoked: the streams ended after ${median(ended) - revokedAt} ms in the median, the last after ${Math.max(...ended) - revokedAt} ms\n`,
)
await pause(5_000)
process.stdout.write(
  `memory: ${mb(before)} MB before, ${mb(after)} MB with the streams, ${mb(residentKb(gateway))} MB after\n`,
)
await gateway.stop()
folder.remove()
process.exit()

async function payer(account: number): Promise<Payer> {
  const needed = Math.ceil(STREAMS / ACCOUNTS / PER_KEY)
  const { accountId, keys } = await withStore(folder.path, async (store) => {
    const { id: accountId } = await createAccount(store, `payer-${account}@example.org`, 'four herons over the weir')
    const made: string[] = []
    for (let count = 0; count <= needed; count++)
      made.push((await createApiKey(store, { accountId, label: `stream ${count}` })).secret)
    return { accountId, keys: made }
  })
  const api = clientOf(gateway, keys.pop() ?? fail('there is no key'))
  return { accountId, api, walletId: (await api.createWallet({ type: 'custodial' })).wallet.id, keys }
}

/** Gives the moment at which all were revoked. */
async function revokeAll({ db, keys, clock }: Store): Promise<number> {
  await db.transaction().execute(async (trx) => {
    for (const { accountId } of payers)
      for (const { id } of await listApiKeys(trx, accountId)) await revokeApiKey(trx, keys, accountId, id, clock.now())
  })
  return Date.now()
}

/** Resolves when the stream has begun. */
function listen(stream: number): Promise<ClientRequest> {
  const { keys } = payers[stream % ACCOUNTS] ?? fail('there is no account')
  const key = keys[Math.floor(stream / ACCOUNTS / PER_KEY)] ?? fail('there is no key')
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    // Of one address a gateway takes 500.
    const localAddress = `127.0.1.${1 + ((stream % ACCOUNTS) % 250)}`
    const request = get(`${gateway.url}/api/v1/events`, { headers, localAddress, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream answered ${response.statusCode}`))
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (text.includes('event: ready')) resolve(request)
        for (const [, at = ''] of text.matchAll(/event: transaction\ndata: .*"updatedAt":"([^"]+)"/g)) {
          heard++
          latencies.push(Date.now() - Date.parse(at))
        }
      })
    })
    request.once('error', () => undefined)
  })
}

function residentKb({ process: { pid } }: Gateway): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN)
}

function mb(kb: number): string {
  return (kb / 1024).toFixed(0)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function fail(message: string): never {
  throw new Error(message)
}
