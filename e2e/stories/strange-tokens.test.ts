import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import {
  clientOf,
  type Gateway,
  makeKey,
  type Settings,
  settled,
  startGateway,
  temporaryFolder,
  triple,
} from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'
import { deployStrangeTokens, type StrangeToken } from '../harness/tokens/deploy.ts'

/** What a token did is derived from what was computed, not from what such a token should do. */
const folder = temporaryFolder()
let testnet: Testnet
let tokens: Record<StrangeToken, `0x${string}`>
let gateway: Gateway | undefined
let api: Client
let wallets: { till: string; shop: string }

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  tokens = await deployStrangeTokens(testnet)
})

afterEach(async () => {
  await gateway?.stop()
})

afterAll(async () => {
  await testnet?.stop()
  folder.remove()
})

async function open(token: StrangeToken, env: Settings['env'] = {}): Promise<void> {
  const dataDir = join(folder.path, `${token}-${env.SOTTO_AMOUNTS ?? 'derived'}`)
  const settings = { ...testnet.environment({ cstable: tokens[token] }), ...env }
  gateway = await startGateway({ dataDir, env: settings })
  api = clientOf(gateway, await makeKey(dataDir))
  const [till, shop] = await Promise.all(
    [1, 2].map(async () => (await api.createWallet({ type: 'custodial' })).wallet.id),
  )
  wallets = { till: till ?? '', shop: shop ?? '' }
  await settled(api, (await api.fund({ walletId: wallets.till, amount: '100' })).transaction.id)
  await settled(api, (await api.mint({ walletId: wallets.till, amount: '60' })).transaction.id)
}

const pay = async () =>
  (await api.transfer({ walletId: wallets.till, amount: '50', toWalletId: wallets.shop })).transaction
const holds = async (id: string) => (await triple(api, id))[1]

const both = ['derived', 'decrypted'] as const
/** A gateway each. That asking for every amount tells the same shows where a payment waits for it; elsewhere before a release. */
const mostly = isLong ? both : (['derived'] as const)

test.each(mostly)(
  'a fee that is taken from the receiver afterwards is seen in its balance, amounts %s',
  async (amounts) => {
    await open('FeeAfterwards', { SOTTO_AMOUNTS: amounts })
    expect((await pay()).status).toBe('SETTLED')
    expect([await holds(wallets.till), await holds(wallets.shop)]).toEqual(['10', '45'])
  },
)

test.each(both)('a fee that is kept back settles nothing: no such input moved, amounts %s', async (amounts) => {
  await open('FeeFromWithin', { SOTTO_AMOUNTS: amounts, SOTTO_RECEIPT_WAIT_MS: '3000' })
  expect(await pay()).toMatchObject({ status: 'PENDING', waitingFor: 'confirmation' })
  await expect.poll(async () => [await holds(wallets.till), await holds(wallets.shop)]).toEqual(['15', '45'])
})

test.each(mostly)(
  'a token that moves nothing, and says it moved the input, fails the payment, amounts %s',
  async (amounts) => {
    await open('MovesNothing', { SOTTO_AMOUNTS: amounts })
    const error: unknown = await pay().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Refused)
    expect((error as Refused).message).toContain('moved 0 cSTABLE instead of 50')
    expect([await holds(wallets.till), await holds(wallets.shop)]).toEqual(['60', '0'])
  },
)
