import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '#shared/client.ts'
import { WEBHOOKS_MAX } from '#shared/limits.ts'
import { createAccount } from '../../gateway/accounts/create-account.ts'
import { createApiKey } from '../../gateway/auth/credentials/api-keys.ts'
import { clientOf, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { withStore } from '../harness/store.ts'
import { median } from './kit/report.ts'

/**
 * `node e2e/bench/webhooks.ts [webhooks] [payments]`, after a build: so many webhooks, ten to an account, every other one of a
 * receiver that never answers. Each account pays in turn, in one gateway beside another account without webhooks: how long after
 * its commit an event is with a receiver that answers, and what a payment takes where webhooks are told of it, and where none is.
 */
const WEBHOOKS = Number(process.argv[2] ?? 500)
const PAYMENTS = Number(process.argv[3] ?? 100)
const ACCOUNTS = Math.ceil(WEBHOOKS / WEBHOOKS_MAX)

const folder = temporaryFolder()
const gateway = await startGateway({ dataDir: folder.path })
const latencies: number[] = []
const hanging = new Set<ServerResponse>()
const receiver = createServer((request, response) => {
  const at = Date.now()
  if (request.url === '/hangs') {
    hanging.add(response)
    response.once('close', () => hanging.delete(response))
    return
  }
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    latencies.push(at - Date.parse(JSON.parse(text).timestamp))
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

type Payer = { api: Client; walletId: string }
const payers: Payer[] = []
for (let account = 0; account <= ACCOUNTS; account++) payers.push(await payer(account))
const [quiet, ...told] = payers as [Payer, ...Payer[]]
for (let index = 0; index < WEBHOOKS; index++) {
  const { api } = told[index % ACCOUNTS] ?? quiet
  const url = `${origin}/${index < WEBHOOKS / 2 ? 'hangs' : 'answers'}`
  await api.createWebhook({ url, events: ['transaction.settled'] })
}

const times: { told: number[]; quiet: number[] } = { told: [], quiet: [] }
for (let payment = 0; payment < PAYMENTS; payment++) {
  const who = told[payment % ACCOUNTS] ?? quiet
  for (const [kind, { api, walletId }] of [
    ['told', who],
    ['quiet', quiet],
  ] as const) {
    const begun = performance.now()
    await api.fund({ walletId, amount: '1' })
    times[kind].push(performance.now() - begun)
  }
}
const hung = hanging.size
const answering = WEBHOOKS / 2 / ACCOUNTS
const late = Date.now() + 60_000
while (latencies.length < PAYMENTS * answering && Date.now() < late) await new Promise((next) => setTimeout(next, 100))
const sorted = latencies.toSorted((a, b) => a - b)
const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
process.stdout.write(
  `${WEBHOOKS} webhooks, half of which hang (${hung} held open), ${PAYMENTS} payments: ${latencies.length} of ${PAYMENTS * answering} events ` +
    `with the others after ${median(latencies)} ms in the median, 99th ${p99} ms, longest ${sorted.at(-1)} ms; ` +
    `a payment takes ${median(times.told).toFixed(1)} ms, without webhooks ${median(times.quiet).toFixed(1)} ms, ` +
    `ratio ${(median(times.told) / median(times.quiet)).toFixed(2)}\n`,
)
receiver.closeAllConnections()
await gateway.stop()
folder.remove()
process.exit()

async function payer(account: number): Promise<Payer> {
  const key = await withStore(folder.path, async (store) => {
    const { id: accountId } = await createAccount(store, `payer-${account}@example.org`, 'four herons over the weir')
    return (await createApiKey(store, { accountId, label: 'bench' })).secret
  })
  const api = clientOf(gateway, key)
  return { api, walletId: (await api.createWallet({ type: 'custodial' })).wallet.id }
}
