import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { freePort } from '../../gateway/testing/free-port.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { type Running, runSotto } from '../harness/command.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { minedCount } from '../harness/rpc.ts'

const ROWS = 60
/** The gateway is killed once so many rows are paid. */
const KILLS = isLong ? [5, 20, 40] : [20]

const folder = temporaryFolder()
let gateway: Gateway
let api: Client
let apiKey: string
let payer: { id: string; address: string }
let staff: string[]

beforeAll(async () => {
  gateway = await startGateway({ dataDir: folder.path, args: ['--port', String(await freePort())] })
  apiKey = await makeKey(folder.path)
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

test('a payment of the command line is made once, whichever end of the connection dies; a file is paid by it', async () => {
  const to = (await api.createWallet({ type: 'custodial', label: 'kim' })).wallet.id
  const port = new URL(gateway.url).port
  const env = { SOTTO_GATEWAY_URL: gateway.url, SOTTO_API_KEY: apiKey }
  const words = ['transfer', '2', '--wallet', payer.id, '--to-wallet', to]
  const before = await minedCount(gateway.testnet.rpcUrl, payer.address)

  // The command: the key on the screen is enough.
  const killed = runSotto(words, env)
  const key = await shown(killed)
  await sleep(200)
  killed.process.kill('SIGKILL')
  await killed.ended
  // The gateway: the command asks again by itself.
  const patient = runSotto([...words, '--idempotency-key', key, '--json'], env)
  await shown(patient)
  await gateway.kill()
  gateway = await startGateway({ dataDir: folder.path, args: ['--port', port] })
  api = clientOf(gateway, apiKey)
  expect(await patient.ended).toBe(0)
  expect(JSON.parse(patient.stdout())).toMatchObject({ outcome: 'settled', idempotencyKey: key })
  expect(await triple(api, to)).toEqual(['0', '2', '2'])
  expect(await minedCount(gateway.testnet.rpcUrl, payer.address)).toBe(before + 1)

  const file = join(folder.path, 'june.csv')
  const result = join(folder.path, 'result.csv')
  writeFileSync(file, `toWalletId,amount\n${`${to},0.5\n`.repeat(3)}`)
  const paid = runSotto(['pay', file, '--wallet', payer.id, '--yes', '--result', result], env)
  expect(await paid.ended).toBe(0)
  expect(paid.stdout()).toMatch(/\nDONE: 3 settled of 3 rows\n$/)
  expect(readFileSync(result, 'utf8').match(/"SETTLED"/g)).toHaveLength(3)
  expect(await triple(api, to)).toEqual(['0', '3.5', '3.5'])
})

async function shown(command: Running): Promise<string> {
  await expect.poll(() => keyOf(command), { interval: 10 }).not.toBe('')
  return keyOf(command)
}
const keyOf = (command: Running) => /^Idempotency-Key: (\S+)$/m.exec(command.stderr())?.[1] ?? ''
