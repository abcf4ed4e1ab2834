import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/** A chain that begins with handles of protocol 0.10 and is upgraded while payments are on their way. */
const folder = temporaryFolder()
let testnet: Testnet
let gateway: Gateway
let api: Client
let wallets: { a: string; b: string }

beforeAll(async () => {
  testnet = await startTestnet(folder.path, { protocol: '0.10' })
  gateway = await startGateway({ dataDir: folder.path, env: testnet.environment() })
  api = clientOf(gateway, makeKey(folder.path))
  const [a, b] = await Promise.all(['custodial', 'custodial'].map(() => api.createWallet({ type: 'custodial' })))
  wallets = { a: a?.wallet.id ?? '', b: b?.wallet.id ?? '' }
  for (const walletId of Object.values(wallets)) {
    await api.fund({ walletId, amount: '100' })
    await api.mint({ walletId, amount: '100' })
  }
})

afterAll(async () => {
  await gateway?.stop()
  await testnet?.stop()
  folder.remove()
})

test.each([
  ['0.13', ['0', '94', '94'], ['2', '104', '106']],
  ['0.15', ['0', '88', '88'], ['4', '108', '112']],
] as const)('what is on its way while the chain is upgraded to %s settles once', async (protocol, a, b) => {
  const paid = Array.from({ length: 6 }, () =>
    api.transfer({ walletId: wallets.a, toWalletId: wallets.b, amount: '1' }),
  )
  const redeemed = api.redeem({ walletId: wallets.b, amount: '2' })
  await testnet.controls.upgrade(protocol)
  const answers = await Promise.all([...paid, redeemed])
  const ended = await Promise.all(answers.map(({ transaction }) => settled(api, transaction.id)))
  expect(ended.map(({ status }) => status)).toEqual(answers.map(() => 'SETTLED'))
  expect(await triple(api, wallets.a)).toEqual(a)
  expect(await triple(api, wallets.b)).toEqual(b)
})
