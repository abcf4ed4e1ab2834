import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Hex } from 'viem'
import type { Batch } from '#shared/model/batch.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet } from '../../harness/testnet.ts'

/**
 * `node e2e/bench/batches/memory.ts [rows]`, after a build: what a gateway keeps in memory, after a collection of garbage, while a
 * batch is paid from four wallets, every second row confidential. The test-net has a process of its own. `HEAP_SNAPSHOTS` names a folder for a
 * snapshot at each line, which Chromium's tools compare.
 */
const ROWS = Number(process.argv[2] ?? 10_000)
const PARTS = 4
const WALLETS = 4
const RECEIVERS = 500
const ETHER = 10n ** 18n

type Memory = { rss: number; heapTotal: number; heapUsed: number; external: number; arrayBuffers: number }

const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const env = {
  ...testnet.environment(),
  SOTTO_OPERATOR_KEY: await testnet.newOperator(),
  HEAP_SNAPSHOTS: process.env.HEAP_SNAPSHOTS ?? '',
}
const preload = fileURLToPath(new URL('../kit/heap.mjs', import.meta.url))
const runtime = [process.execPath, '--expose-gc', '--import', preload]
const gateway = await startGateway({ dataDir: folder.path, env, runtime })
const api = clientOf(gateway, await makeKey(folder.path))
const wallets: string[] = []
for (let index = 0; index < WALLETS; index++) wallets.push(await openWallet())

process.stdout.write(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}\n\n`,
)
const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const columns = ['rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers'] as const
row('rows paid', ...columns, 'seconds')
row('---', ...columns.map(() => '--:'), '--:')
// What a batch uses first is loaded before it is measured.
await pay(WALLETS * 32)
await show(0, 0)
const batch = await create(ROWS)
const begun = performance.now()
await api.startBatch({ id: batch.id })
for (let part = 1; part <= PARTS; part++) {
  await paid(batch.id, (ROWS * part) / PARTS)
  await show((ROWS * part) / PARTS, performance.now() - begun)
}
await ended(batch.id)
await gateway.stop()
await testnet.stop()
folder.remove()

async function show(done: number, ms: number): Promise<void> {
  const memory = await memoryOf(gateway)
  const mb = columns.map((column) => (memory[column] / 1e6).toFixed(1))
  row(done, ...mb, (ms / 1_000).toFixed(0))
}

/** After a collection of garbage. */
async function memoryOf({ process: child, output }: Gateway): Promise<Memory> {
  const said = () => [...output().stderr.matchAll(/^memory (.*)$/gm)]
  const before = said().length
  child.kill('SIGUSR2')
  for (;;) {
    const [, text] = said()[before] ?? []
    if (text !== undefined) return JSON.parse(text) as Memory
    if (child.exitCode !== null) throw new Error(`the gateway has ended: ${output().stderr}`)
    await pause(20)
  }
}

async function openWallet(): Promise<string> {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await testnet.controls.setBalance(wallet.address as Hex, 100n * ETHER)
  await api.fund({ walletId: wallet.id, amount: '1000' })
  await api.mint({ walletId: wallet.id, amount: '500' })
  return wallet.id
}

async function create(rows: number): Promise<Batch> {
  const rowAt = (index: number) => ({
    walletId: wallets[index % WALLETS] ?? '',
    amount: '0.01',
    token: Math.floor(index / WALLETS) % 2 === 0 ? 'STABLE' : 'cSTABLE',
    to: `0x${String((index % RECEIVERS) + 10_000).padStart(40, '1')}`,
    externalId: `row-${index}`,
  })
  return (await api.createBatch({ rows: Array.from({ length: rows }, (_, index) => rowAt(index)) })).batch
}

async function pay(rows: number): Promise<void> {
  const { id } = await create(rows)
  await api.startBatch({ id })
  await ended(id)
}

/** Waits until so many rows are paid. */
async function paid(id: string, rows: number): Promise<void> {
  for (;;) {
    const { batch } = await api.getBatch({ id })
    if (settled(batch) >= rows) return
    if (batch.status !== 'RUNNING') throw new Error(`the batch is ${batch.status}: ${JSON.stringify(batch)}`)
    await pause(250)
  }
}

async function ended(id: string): Promise<void> {
  for (;;) {
    const { batch } = await api.getBatch({ id })
    if (batch.status === 'DONE' && batch.progress.every(({ status }) => status === 'SETTLED')) return
    if (batch.status !== 'RUNNING') throw new Error(`the batch is ${batch.status}: ${JSON.stringify(batch)}`)
    await pause(250)
  }
}

function settled({ progress }: Batch): number {
  return progress.reduce((sum, { status, rows }) => sum + (status === 'SETTLED' ? rows : 0), 0)
}
