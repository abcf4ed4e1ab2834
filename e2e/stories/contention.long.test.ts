import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { minedCount, receiptOf } from '../harness/rpc.ts'

const CALLS = 40
const COVERED = 20

const folder = temporaryFolder()
let gateway: Gateway
let api: Client

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path })
  api = clientOf(gateway, await makeKey(folder.path))
})

afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

/** What became of a call: an identifier, or the refusal and where it points. */
async function outcome(call: ReturnType<Client['redeem']>): Promise<{ id: string } | { refused: unknown }> {
  try {
    return { id: (await call).transaction.id }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { details } = error
    if (Array.isArray(details)) return { refused: `${error.code} at ${details.map(({ path }) => path)}` }
    return { id: (details as { transaction: { id: string } }).transaction.id }
  }
}

test(`of ${CALLS} redeems of 1 at once on a wallet of ${COVERED} cSTABLE, exactly ${COVERED} settle`, async () => {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await api.fund({ walletId: wallet.id, amount: '30' })
  await api.mint({ walletId: wallet.id, amount: String(COVERED) })
  expect(await triple(api, wallet.id)).toEqual(['10', '20', '30'])
  const before = await minedCount(gateway.testnet.rpcUrl, wallet.address)

  const calls = Array.from({ length: CALLS }, () => api.redeem({ walletId: wallet.id, amount: '1' }))
  const outcomes = await Promise.all(calls.map(outcome))
  const refused = outcomes.flatMap((each) => ('refused' in each ? [each.refused] : []))
  const ids = outcomes.flatMap((each) => ('id' in each ? [each.id] : []))
  const transactions = await Promise.all(ids.map((id) => settled(api, id, 240_000)))
  const done = transactions.filter(({ status }) => status === 'SETTLED')
  const failed = transactions.filter(({ status }) => status === 'FAILED')

  expect(done).toHaveLength(COVERED)
  expect(refused.length + failed.length).toBe(CALLS - COVERED)
  expect(refused).toEqual(refused.map(() => 'validation_error at amount'))
  for (const { error } of failed) expect(error).toMatch(/\w{3}/)

  expect(await triple(api, wallet.id)).toEqual(['30', '0', '30'])
  const { total } = await api.listTransactions({ type: 'REDEEM', status: 'SETTLED' })
  expect(total).toBe(COVERED)

  const burns = new Set(done.map(({ txHash }) => txHash))
  const payouts = new Set(done.map(({ settlementTxHash }) => settlementTxHash))
  expect([burns.size, payouts.size]).toEqual([COVERED, COVERED])
  const receipts = await Promise.all([...burns, ...payouts].map((hash) => receiptOf(gateway.testnet.rpcUrl, hash)))
  expect(receipts.map((receipt) => receipt?.status)).toEqual(receipts.map(() => '0x1'))
  expect(await minedCount(gateway.testnet.rpcUrl, wallet.address)).toBe(
    before + COVERED + failed.filter(({ txHash }) => txHash !== null).length,
  )
})
