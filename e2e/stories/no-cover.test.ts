import { encodeFunctionData, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { cstableAbi } from '../../gateway/contracts/abis.ts'
import { openSigner } from '../../gateway/wallets/store.ts'
import { type Detour, startDetour } from '../harness/detour.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { receiptOf } from '../harness/rpc.ts'
import { withStore } from '../harness/store.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/**
 * Between the gateway's check and its send the balance is emptied by somebody whom the wallet's key has made an ERC-7984
 * operator behind the gateway's back. Nothing on the way is imitated: the RPC only takes a moment longer.
 */
const thief = privateKeyToAccount(generatePrivateKey())
const folder = temporaryFolder()
let testnet: Testnet
let detour: Detour
let gateway: Gateway
let api: Client
let wallets: { victim: { id: string; address: `0x${string}` }; payee: { id: string } }
let robbery: { victim: `0x${string}`; units: bigint } | undefined

beforeAll(async () => {
  testnet = await startTestnet(folder.path)
  await testnet.money.fund(thief.address, 1n)
  detour = await startDetour(testnet.info.rpcUrl, robWhoSends)
  gateway = await startGateway({ dataDir: folder.path, env: testnet.environment({ rpcUrl: detour.url }) })
  api = clientOf(gateway, await makeKey(folder.path))
})

afterAll(async () => {
  await gateway?.stop()
  await detour?.close()
  await testnet?.stop()
  folder.remove()
})

beforeEach(async () => {
  const { wallet: victim } = await api.createWallet({ type: 'custodial' })
  const { wallet: payee } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: victim.id, amount: '60' })
  await api.mint({ walletId: victim.id, amount: '60' })
  wallets = { victim: { id: victim.id, address: victim.address as `0x${string}` }, payee: { id: payee.id } }
  await testnet.controls.setBalance(wallets.victim.address, 10n ** 18n)
  await admitThief(await keyOf(victim.id))
  robbery = { victim: wallets.victim.address, units: 60_000_000n }
})

async function keyOf(walletId: string): Promise<PrivateKeyAccount> {
  const signer = await withStore(folder.path, ({ db, keys }) => openSigner(db, keys, walletId))
  return privateKeyToAccount(signer?.key ?? '0x')
}

async function admitThief(victim: PrivateKeyAccount): Promise<void> {
  const args = [thief.address, 2 ** 47] as const
  const data = encodeFunctionData({ abi: cstableAbi, functionName: 'setOperator', args })
  await testnet.money.send(victim, testnet.info.cstable, data)
}

/** The thief goes first when the gateway hands a transaction of the victim to the chain. */
async function robWhoSends(body: string): Promise<void> {
  const { method, params } = JSON.parse(body) as { method?: string; params?: [TransactionSerialized] }
  if (method !== 'eth_sendRawTransaction' || params === undefined || robbery === undefined) return
  const { victim, units } = robbery
  if ((await recoverTransactionAddress({ serializedTransaction: params[0] })) !== victim) return
  expect(parseTransaction(params[0]).to).toBe(testnet.info.cstable.toLowerCase())
  robbery = undefined
  const { handle, inputProof } = await testnet.money.input(thief.address, units)
  const args = [victim, thief.address, handle, inputProof] as const
  const data = encodeFunctionData({ abi: cstableAbi, functionName: 'confidentialTransferFrom', args })
  await testnet.money.send(thief, testnet.info.cstable, data)
}

test('a transfer whose cover is gone when it is mined answers 502 with the failed row, and both amounts', async () => {
  const { victim, payee } = wallets
  const call = api.transfer({ walletId: victim.id, amount: '25', toWalletId: payee.id })
  const refusal = await call.then(
    ({ transaction }) => expect.fail(`it is ${transaction.status}`),
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(Refused)
  const { code, details } = refusal as Refused
  expect(code).toBe('transfer_failed')
  const { transaction } = details as { transaction: { id: string; txHash: string; error: string } }
  expect(transaction).toMatchObject({ type: 'TRANSFER', status: 'FAILED', amount: '25', waitingFor: null })
  expect(transaction.error).toMatch(/\b0 cSTABLE\b.*\b25\b/)

  const receipt = await receiptOf(testnet.info.rpcUrl, transaction.txHash)
  expect(receipt?.status, 'the transfer itself did not revert').toBe('0x1')
  expect((await api.getTransaction({ id: transaction.id })).transaction).toEqual(transaction)
  expect((await api.listTransactions({ walletId: victim.id, status: 'FAILED' })).items).toEqual([transaction])
  expect(await triple(api, victim.id)).toEqual(['0', '0', '0'])
  expect(await triple(api, payee.id)).toEqual(['0', '0', '0'])
})

test('a redeem whose cover is gone when it is mined fails with both amounts, and nothing is paid out', async () => {
  const { victim } = wallets
  const { transaction } = await api.redeem({ walletId: victim.id, amount: '25' })
  expect(transaction.status).not.toBe('SETTLED')
  const ended = await settled(api, transaction.id)
  expect(ended).toMatchObject({ type: 'REDEEM', status: 'FAILED', amount: '25', settlementTxHash: null })
  expect(ended.error).toMatch(/\b0 cSTABLE\b.*\b25\b/)
  expect(await triple(api, victim.id)).toEqual(['0', '0', '0'])
})

test('without the thief the same transfer settles', async () => {
  robbery = undefined
  const { victim, payee } = wallets
  const { transaction } = await api.transfer({ walletId: victim.id, amount: '25', toWalletId: payee.id })
  expect(transaction.status).toBe('SETTLED')
  expect(await triple(api, payee.id)).toEqual(['0', '25', '25'])
})
