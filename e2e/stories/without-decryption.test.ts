import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { type Detour, startDetour } from '../harness/detour.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/** The relayer makes inputs, and answers no decryption. */
const folder = temporaryFolder()
let testnet: Testnet
let relayer: Detour
let gateway: Gateway
let api: Client

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  relayer = await startDetour(testnet.info.relayerUrl, async (body) => {
    if (body.includes('"value"')) return
    throw new Error('no decryption here')
  })
  gateway = await startGateway({ dataDir: folder.path, env: testnet.environment({ relayerUrl: relayer.url }) })
  api = clientOf(gateway, await makeKey(folder.path))
})

afterAll(async () => {
  await gateway?.stop()
  await relayer?.close()
  await testnet?.stop()
  folder.remove()
})

test('wallets of one gateway pay each other, all at once, and every balance is known', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(async () => (await api.createWallet({ type: 'custodial' })).wallet))
  const ids = made.map(({ id }) => id)
  for (const { address } of made) await testnet.controls.setBalance(address as `0x${string}`, 10n ** 18n)
  for (const walletId of ids) {
    await api.fund({ walletId, amount: '60' })
    await api.mint({ walletId, amount: '60' })
  }
  // In a ring, so that each pays while it is paid.
  const ring = ids.map((walletId, index) => ({ walletId, toWalletId: ids[(index + 1) % ids.length] ?? '' }))
  for (const amount of ['1', '2', '3']) {
    const round = await Promise.all(ring.map((pair) => api.transfer({ ...pair, amount })))
    expect(round.map(({ transaction }) => transaction.status)).toEqual(round.map(() => 'SETTLED'))
  }
  const [first = '', second = ''] = ids
  await api.transfer({ walletId: first, toWalletId: second, amount: '60' })
  expect(await Promise.all(ids.map(async (id) => (await triple(api, id))[1]))).toEqual(['0', '120', '60', '60'])
  expect(relayer.seen.filter((request) => request.includes('decrypt'))).toEqual([])
})
