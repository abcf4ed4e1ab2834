import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { NotAnAnswer } from '#shared/client-errors.ts'
import { parseAmount } from '#shared/model/money.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { survivors, testnetPids } from '../harness/processes.ts'
import { minedCount, receiptOf } from '../harness/rpc.ts'

/** A money call that can be made again, under its own key. */
type Call = { key: string; send(api: Client): Promise<{ transaction: Transaction }> }

const folder = temporaryFolder()
let gateway: Gateway
let apiKey: string
let api: Client
let wallets: { id: string; address: string }[]
let operator: string
const calls: Call[] = []
/** Calls that a crash left without an answer. */
let cut = 0

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path })
  apiKey = await makeKey(folder.path)
  api = clientOf(gateway, apiKey)
  wallets = []
  for (const label of ['a', 'b', 'c']) {
    const { wallet } = await api.createWallet({ type: 'custodial', label })
    wallets.push(wallet)
    await make(fund(wallet.id, '200'))
    await make(mint(wallet.id, '100'))
  }
  const { items } = await api.listTransactions({ type: 'FUND' })
  operator = (await receiptOf(gateway.testnet.rpcUrl, items[0]?.txHash ?? null))?.from ?? ''
})

afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

function keyed(send: (api: Client, options: { idempotencyKey: string }) => ReturnType<Call['send']>): Call {
  const key = `call-${calls.length}`
  const call = { key, send: (client: Client) => send(client, { idempotencyKey: key }) }
  calls.push(call)
  return call
}

const fund = (walletId: string, amount: string) =>
  keyed((client, options) => client.fund({ walletId, amount }, options))
const mint = (walletId: string, amount: string) =>
  keyed((client, options) => client.mint({ walletId, amount }, options))
const redeem = (walletId: string, amount: string) =>
  keyed((client, options) => client.redeem({ walletId, amount }, options))
const transfer = (walletId: string, toWalletId: string, token: 'STABLE' | 'cSTABLE') =>
  keyed((client, options) => client.transfer({ walletId, toWalletId, amount: '1.5', token }, options))

async function make(call: Call): Promise<void> {
  const { transaction } = await call.send(api)
  expect((await settled(api, transaction.id)).status).toBe('SETTLED')
}

/** All four verbs at once from every wallet; how each ends is looked at later. `soFar`: so many of them are answered. */
function storm(count: number): { soFar: Promise<unknown>; outcomes: Promise<PromiseSettledResult<unknown>[]> } {
  const [a = '', b = '', c = ''] = wallets.map(({ id }) => id)
  const round = [
    fund(a, '10'),
    mint(b, '3'),
    redeem(a, '2'),
    transfer(a, b, 'cSTABLE'),
    transfer(b, c, 'STABLE'),
    transfer(c, a, 'cSTABLE'),
    redeem(c, '1'),
  ]
  let answers = 0
  let reached = () => {}
  const soFar = new Promise<void>((resolve) => {
    reached = resolve
  })
  const send = async (call: Call) => {
    await call.send(api)
    answers++
    if (answers === count) reached()
  }
  const outcomes = Promise.allSettled(round.map(send))
  return { soFar: Promise.race([soFar, outcomes]), outcomes }
}

async function restart(): Promise<void> {
  gateway = await startGateway({ dataDir: folder.path })
  api = clientOf(gateway, apiKey)
}

/** Connections that the crash cut may fail here; nothing else may. */
async function again(call: Call): Promise<Transaction> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await call.send(api)).transaction
    } catch (error) {
      const away = error instanceof TypeError || error instanceof NotAnAnswer
      if (!away || attempt === 20) throw error
      await sleep(250)
    }
  }
}

/** What must hold after whatever happened: one transaction per key, all of them on the chain, and no money made or lost. */
async function expectWhole(): Promise<void> {
  const { rpcUrl } = gateway.testnet
  const ids: string[] = []
  for (const call of calls) ids.push((await again(call)).id)
  expect(new Set(ids).size, 'each key has a transaction of its own').toBe(calls.length)
  const { total } = await api.listTransactions({})
  expect(total, 'and there is no other').toBe(calls.length)

  const ended: Transaction[] = []
  for (const id of ids) ended.push(await settled(api, id))
  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'SETTLED'))

  const hashes = ended.flatMap(({ type, txHash, settlementTxHash }) =>
    type === 'REDEEM' ? [txHash, settlementTxHash] : [txHash],
  )
  expect(new Set(hashes).size).toBe(hashes.length)
  const receipts = await Promise.all(hashes.map((hash) => receiptOf(rpcUrl, hash)))
  expect(receipts.map((receipt) => receipt?.status)).toEqual(hashes.map(() => '0x1'))

  const ofOperator = receipts.filter((receipt) => receipt?.from === operator).length
  const mined = await Promise.all(wallets.map(({ address }) => minedCount(rpcUrl, address)))
  expect(mined.reduce((sum, count) => sum + count, 0)).toBe(hashes.length - ofOperator)
  expect(await minedCount(rpcUrl, operator), 'nothing was paid twice').toBe(ofOperator)

  const totals = await Promise.all(wallets.map(async ({ id }) => parseAmount((await triple(api, id))[2] ?? '') ?? 0n))
  const funded = ended.filter(({ type }) => type === 'FUND').reduce((sum, { amount }) => sum + units(amount), 0n)
  expect(totals.reduce((sum, each) => sum + each, 0n)).toBe(funded)
}

const units = (amount: string | null) => parseAmount(amount ?? '') ?? 0n

const victims = {
  'the gateway': async () => gateway.kill(),
  anvil: async () => {
    const { anvil } = await testnetPids(gateway.testnet.rpcUrl)
    process.kill(anvil, 'SIGKILL')
    expect(await survivors([anvil], 120_000)).toEqual([])
  },
  'the gateway and its test-net': async () => {
    const { testnet } = await testnetPids(gateway.testnet.rpcUrl)
    process.kill(testnet, 'SIGKILL')
    await gateway.kill()
    expect(await survivors([testnet], 120_000)).toEqual([])
  },
  'the gateway, its test-net and anvil': async () => {
    const { testnet, anvil } = await testnetPids(gateway.testnet.rpcUrl)
    for (const pid of [anvil, testnet]) process.kill(pid, 'SIGKILL')
    await gateway.kill()
    expect(await survivors([testnet, anvil], 120_000)).toEqual([])
  },
}

/** At other moments, which `e2e/chaos` goes through at random, before a release; anvil ends with its test-net (`gateway/testnet/crash.test.ts`). */
const more = isLong
  ? ([
      ['the gateway', 2],
      ['the gateway', 5],
      ['the gateway and its test-net', 3],
    ] as const)
  : []

test.each([...more, ['the gateway', 1], ['anvil', 1], ['the gateway, its test-net and anvil', 4]] as const)(
  'after kill -9 of %s, at answer %i to seven money calls, nothing is lost and nothing paid twice',
  async (who, count) => {
    const { soFar, outcomes } = storm(count)
    await soFar
    await victims[who]()
    cut += (await outcomes).filter(({ status }) => status === 'rejected').length
    if (who !== 'anvil') await restart()
    await expectWhole()
  },
)

test('the crashes did cut calls off', () => {
  expect(cut).toBeGreaterThan(0)
})

test('all of it is still there after an orderly restart', async () => {
  await gateway.stop()
  await restart()
  await expectWhole()
})
