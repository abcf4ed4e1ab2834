import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../harness/gateway.ts'
import { memoryOf } from './kit/memory.ts'
import { median, milliseconds } from './kit/report.ts'

/**
 * `node e2e/bench/growth.ts --payments 0,1000,5000`, after a build: what payments cost after so many. Public transfers,
 * a few at a time, on the offline test-net that the gateway brings.
 */
const { values } = parseArgs({ options: { payments: { type: 'string', default: '0,1000,5000' } } })
const milestones = values.payments.split(',').map(Number)
const AT_ONCE = 8
const SAMPLES = 25
const MILLION = 1_000_000

type Wallets = { from: string; to: string }

async function main(): Promise<void> {
  const folder = temporaryFolder()
  let gateway = await startGateway({ dataDir: folder.path })
  const key = await makeKey(folder.path)
  const wallets = await openWallets(clientOf(gateway, key))
  let made = 0
  const row = (cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
  const columns = ['payments', 'transfer', 'read', 'list of 20', 'gateway', 'test-net', 'its node', 'database']
  const head = [...columns, 'archive', 'restart', '1,000 took']
  row(head)
  row(head.map(() => '--:'))
  for (const milestone of milestones) {
    const count = Math.max(milestone - made, 0)
    const paid = await milliseconds(() => pay(clientOf(gateway, key), wallets, count))
    const pace = count === 0 ? '' : `${(paid / count).toFixed(1)} s`
    made += count
    const times = await sample(clientOf(gateway, key), wallets)
    made += SAMPLES
    const sizes = sizesOf(gateway, folder.path)
    await gateway.stop()
    gateway = await startGateway({ dataDir: folder.path })
    row([String(milestone), ...times, ...sizes, `${Math.round(gateway.readyMs)} ms`, pace])
  }
  await gateway.stop()
  folder.remove()
}

async function openWallets(api: Client): Promise<Wallets> {
  const { wallet: from } = await api.createWallet({ type: 'custodial' })
  const { wallet: to } = await api.createWallet({ type: 'custodial' })
  for (let times = 0; times < 5; times++) await api.fund({ walletId: from.id, amount: '1000' })
  return { from: from.id, to: to.id }
}

/** There and back in turns, so that neither runs dry; gas is topped up on the way. */
async function pay(api: Client, { from, to }: Wallets, count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    if (done % 400 === 0) await Promise.all([from, to].map((walletId) => api.fund({ walletId, amount: '1' })))
    const one = () => transfer(api, { from, to })
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, one))
  }
}

const transfer = (api: Client, { from, to }: Wallets) =>
  api.transfer({ walletId: from, toWalletId: to, amount: '0.01', token: 'STABLE' })

/** Median times of a transfer until it is settled, of a read and of a list, one after the other. */
async function sample(api: Client, wallets: Wallets): Promise<string[]> {
  const times: [number, number, number][] = []
  for (let round = 0; round < SAMPLES; round++) {
    let id = ''
    const paid = await milliseconds(async () => {
      id = (await transfer(api, wallets)).transaction.id
    })
    const read = await milliseconds(() => api.getTransaction({ id }))
    times.push([paid, read, await milliseconds(() => api.listTransactions({}))])
  }
  return [0, 1, 2].map((column) => `${median(times.map((each) => each[column] ?? Number.NaN)).toFixed(1)} ms`)
}

/** Memory of the gateway, of the test-net's process and of its node; bytes of database and archive of old blocks. */
function sizesOf({ process: { pid = 0 } }: Gateway, folder: string): string[] {
  const [testnet = 0] = childrenOf(pid)
  const nodes = childrenOf(testnet).filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'anvil')
  const stored = [join(folder, 'offline', 'sotto.db'), join(folder, 'offline', 'testnet', 'archive.db')].map(sizeOf)
  return [...[pid, testnet, nodes[0] ?? 0].map(memoryOf), ...stored].map((each) => `${each.toFixed(0)} MB`)
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** In megabytes, what is still in the log beside it included. */
function sizeOf(database: string): number {
  const files = [database, `${database}-wal`]
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) / MILLION
}

await main()
