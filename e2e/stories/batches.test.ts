import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { minedCount } from '../harness/rpc.ts'

const ROWS = 60
/** The gateway is killed once so many rows are paid. */
const KILLS = [5, 20, 40]

const folder = temporaryFolder()
let gateway: Gateway
let api: Client
let apiKey: string
let payer: { id: string; address: string }
let staff: string[]

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path })
  apiKey = makeKey(folder.path)
  api = clientOf(gateway, apiKey)
  payer = (await api.createWallet({ type: 'custodial', label: 'payroll' })).wallet
  staff = []
  for (const label of ['ada', 'bob', 'eve'])
    staff.push((await api.createWallet({ type: 'custodial', label })).wallet.id)
  const fund = await api.fund({ walletId: payer.id, amount: '1000' })
  await settled(api, fund.transaction.id)
  await settled(api, (await api.mint({ walletId: payer.id, amount: '600' })).transaction.id)
})
afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

const paid = async (id: string) => {
  const { batch } = await api.getBatch({ id })
  return { batch, settled: batch.progress.find(({ status }) => status === 'SETTLED')?.rows ?? 0 }
}

test('a batch of a file is paid once, row by row, however often the gateway is killed', async () => {
  const lines = Array.from({ length: ROWS }, (_, row) => `${staff[row % 3]},1.25,June ${row}`)
  const csv = ['toWalletId,amount,memo', ...lines].join('\n')
  const { batch } = await api.createBatch({ csv, walletId: payer.id, name: 'June' }, { idempotencyKey: 'june' })
  expect(batch).toMatchObject({ status: 'DRAFT', rows: ROWS, report: { flaws: 0 } })
  const before = await minedCount(gateway.testnet.rpcUrl, payer.address)
  await api.startBatch({ id: batch.id })
  const kills = [...KILLS]
  for (const deadline = Date.now() + 600_000; ; await sleep(100)) {
    const now = await paid(batch.id)
    if (now.batch.status === 'DONE' && now.settled === ROWS) break
    if (Date.now() > deadline) throw new Error(`not paid: ${JSON.stringify(now.batch.progress)}`)
    if (now.settled < (kills[0] ?? Number.POSITIVE_INFINITY)) continue
    kills.shift()
    await gateway.kill()
    gateway = await startGateway({ dataDir: folder.path })
    api = clientOf(gateway, apiKey)
  }
  expect(kills).toEqual([])
  expect(await triple(api, payer.id)).toEqual(['400', '525', '925'])
  for (const id of staff) expect(await triple(api, id)).toEqual(['0', '25', '25'])
  expect(await minedCount(gateway.testnet.rpcUrl, payer.address)).toBe(before + ROWS)
  const again = await api.createBatch({ csv, walletId: payer.id, name: 'June' }, { idempotencyKey: 'june' })
  expect(again.batch.id).toBe(batch.id)
  const { items } = await api.listBatchRows({ id: batch.id, pageSize: 100 })
  expect(new Set(items.map(({ txHash }) => txHash)).size).toBe(ROWS)
})
