import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import {
  clientOf,
  type Gateway,
  makeKey,
  settled,
  sotto,
  startGateway,
  temporaryFolder,
  triple,
} from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'
import { tell } from '../harness/tokens/deploy.ts'
import { deployIssuedTokens, type Issued, OBSERVER } from '../harness/tokens/issued.ts'

/** A wrapper as Zama issues it: observers, a pause, and lists of addresses that it refuses. */
const folder = temporaryFolder()
const dataDir = join(folder.path, 'gateway')
let testnet: Testnet
let issued: Issued
let gateway: Gateway
let api: Client
let till: { id: string; address: string }
let shop: { id: string; address: string }

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  issued = await deployIssuedTokens(testnet, testnet.info.stable)
  const env = testnet.environment({ cstable: issued.cstable })
  gateway = await startGateway({ dataDir, env })
  api = clientOf(gateway, await makeKey(dataDir))
  ;[till, shop] = [
    (await api.createWallet({ type: 'custodial' })).wallet,
    (await api.createWallet({ type: 'custodial' })).wallet,
  ]
  await api.fund({ walletId: till.id, amount: '100' })
  await settled(api, (await api.mint({ walletId: till.id, amount: '60' })).transaction.id)
})

afterAll(async () => {
  await gateway?.stop()
  await testnet?.stop()
  folder.remove()
})

const say = (functionName: string, ...args: unknown[]) => tell(testnet, issued.cstable, issued.abi, functionName, args)
const refuse = (address: string, refused: boolean) =>
  tell(testnet, issued.stable, issued.dollarAbi, 'refuse', [address, refused])

/** Burned, and not looked at yet, so not paid out. */
const burn = async () => (await api.redeem({ walletId: till.id, amount: '5' })).transaction.id
const read = async (id: string) => (await api.getTransaction({ id })).transaction

async function waits(id: string): Promise<void> {
  for (let looks = 0; looks < 2_400; looks++) {
    const { status, waitingFor } = await read(id)
    expect(status).toBe('SETTLING')
    if (waitingFor === 'token_refusal') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${id} does not say that the token refuses it`)
}

test('all verbs settle, and who may read every amount stands with the balance', async () => {
  const { transaction } = await api.transfer({ walletId: till.id, amount: '20', toWalletId: shop.id })
  expect((await settled(api, transaction.id)).status).toBe('SETTLED')
  expect((await settled(api, await burn())).status).toBe('SETTLED')
  expect(await triple(api, till.id)).toEqual(['45', '35', '80'])
  expect(await triple(api, shop.id)).toEqual(['0', '20', '20'])
  const { balances } = await api.getBalances({})
  expect(balances.map(({ confidential }) => confidential.observers?.map((each) => each.toLowerCase()))).toEqual([
    [OBSERVER],
    [OBSERVER],
  ])
})

test.each([
  ['a pause', () => say('setPaused', true), () => say('setPaused', false)],
  ['the list of the token', () => say('setBlocked', till.address, true), () => say('setBlocked', till.address, false)],
  ['the list of the token under it', () => refuse(till.address, true), () => refuse(till.address, false)],
])('a burn that %s keeps from being paid out waits, and is paid when it is lifted', async (_, hold, lift) => {
  const before = (await triple(api, till.id)).map(Number)
  const id = await burn()
  await hold()
  await waits(id)
  expect(sotto(dataDir, 'owed')).toContain('waits for token refusal')
  await lift()
  expect((await settled(api, id)).status).toBe('SETTLED')
  expect((await triple(api, till.id)).map(Number)).toEqual([(before[0] ?? 0) + 5, (before[1] ?? 0) - 5, before[2]])
})

test.each([
  ['WrapperBlockedAddress', () => say('setBlocked', shop.address, true), () => say('setBlocked', shop.address, false)],
  ['UnderlyingDenyListedAddress', () => refuse(shop.address, true), () => refuse(shop.address, false)],
  ['EnforcedPause', () => say('setPaused', true), () => say('setPaused', false)],
])('a payment that meets %s is refused by name, and nothing waits for it', async (name, hold, lift) => {
  await hold()
  const refused = await api
    .transfer({ walletId: till.id, amount: '1', toWalletId: shop.id })
    .catch((error: unknown) => error)
  await lift()
  expect(refused).toBeInstanceOf(Refused)
  expect((refused as Refused).message).toContain(name)
  const { items } = await api.listTransactions({ type: 'TRANSFER' })
  expect(items.filter(({ waitingFor }) => waitingFor !== null)).toEqual([])
})
