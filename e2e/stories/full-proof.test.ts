import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { Refusal } from '#shared/refusals.ts'
import { type Detour, startDetour } from '../harness/detour.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

const folder = temporaryFolder()
let testnet: Testnet
let relayer: { v1: Detour; v2: Detour }
let gateway: Gateway
let api: Client

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  const { relayerUrl, relayerSyncUrl } = testnet.info
  relayer = { v1: await startDetour(relayerSyncUrl), v2: await startDetour(relayerUrl) }
  const env = testnet.environment({ relayerUrl: relayer.v2.url, relayerSyncUrl: relayer.v1.url })
  gateway = await startGateway({ dataDir: folder.path, env, args: ['--full-proofs'] })
  api = clientOf(gateway, makeKey(folder.path))
})

afterAll(async () => {
  await gateway?.stop()
  await relayer?.v1.close()
  await relayer?.v2.close()
  await testnet?.stop()
  folder.remove()
})

const seen = (path: RegExp) => [...relayer.v1.seen, ...relayer.v2.seen].filter((line) => path.test(line)).length

type Call = () => Promise<{ transaction: Transaction }>

/** A proof takes ten seconds, and on a busy machine longer than a payment waits. Nothing has been sent then: once more. */
async function patiently(call: Call): Promise<Transaction> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await call()).transaction
    } catch (error) {
      const late = error instanceof Refusal && /Nothing was sent(\.|; try again\.)$/.test(error.message)
      if (!late || attempt === 3) throw error
      await sleep(20_000)
    }
  }
}

const title = 'a transfer and a redeem with the real TFHE proof, through the unmodified client, settle'
test(title, { timeout: 420_000 }, async () => {
  const { wallet: a } = await api.createWallet({ type: 'custodial' })
  const { wallet: b } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: a.id, amount: '100' })
  await api.mint({ walletId: a.id, amount: '60' })
  expect(seen(/^POST .*\/input-proof$/)).toBe(0)

  const transfer = await patiently(() => api.transfer({ walletId: a.id, amount: '25', toWalletId: b.id }))
  expect((await settled(api, transfer.id)).status).toBe('SETTLED')
  const redeem = await patiently(() => api.redeem({ walletId: a.id, amount: '10' }))
  expect((await settled(api, redeem.id)).status).toBe('SETTLED')

  expect(await triple(api, a.id)).toEqual(['50', '25', '75'])
  expect(await triple(api, b.id)).toEqual(['0', '25', '25'])
  expect(seen(/^POST .*\/input-proof$/), 'each amount went to the relayer with its proof').toBeGreaterThanOrEqual(2)
  expect(seen(/fast-input/), 'and none took the shortcut').toBe(0)
})
