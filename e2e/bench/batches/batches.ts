import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { encodeFunctionData, type Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Batch } from '#shared/model/batch.ts'
import { stableAbi } from '../../../gateway/contracts/abis.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { rpc } from '../../harness/rpc.ts'
import { startTestnet } from '../../harness/testnet.ts'
import { memoryOf } from '../kit/memory.ts'
import { median, milliseconds } from '../kit/report.ts'

/**
 * `node e2e/bench/batches/batches.ts [rows] [token]`, after a build: rows a second of a batch from four wallets; in turns with it the
 * same payments asked for one by one, as many at once as a batch has under way, and transactions that were signed before. While
 * the batch is paid the gateway's memory, and what others' reads and payments take.
 */
const ROWS = Number(process.argv[2] ?? 10_000)
const TOKEN = process.argv[3] ?? 'STABLE'
/** Of both other sides, before the batch and after it. */
const SAMPLE = 640
const WALLETS = 4
const AT_ONCE_EACH = 16
const ONE = 1_000_000n
const ETHER = 10n ** 18n
const EVERY_MS = 20
const AMOUNT = '0.01'

const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const { info, money, controls } = testnet
// Its own: the faucet's key signs what this test sends past the gateway.
const env = { ...testnet.environment(), SOTTO_OPERATOR_KEY: await testnet.newOperator() }
const gateway = await startGateway({ dataDir: folder.path, env })
const api = clientOf(gateway, await makeKey(folder.path))
const wallets = await inOrder(WALLETS, openWallet)
const other = await openWallet()
const signers = await inOrder(WALLETS * AT_ONCE_EACH, openSigner)

const single: number[] = []
const presigned: number[] = []
await payOneByOne(WALLETS * AT_ONCE_EACH)
for (let round = 0; round < 2; round++) {
  single.push(SAMPLE / ((await milliseconds(() => payOneByOne(SAMPLE))) / 1_000))
  presigned.push(await flood())
}
const quiet = await watch(async () => pause(10_000))
const { batch } = await api.createBatch({ rows: Array.from({ length: ROWS }, (_, index) => rowAt(index)) })
const memory: number[] = []
let took = 0
const busy = await watch(async () => {
  took = await milliseconds(async () => {
    await api.startBatch({ id: batch.id })
    for (let at = await read(); at.status === 'RUNNING'; at = await read()) {
      memory.push(memoryOf(gateway.process.pid ?? 0))
      await pause(500)
    }
  })
})
requirePaid(await read())
for (let round = 0; round < 2; round++) {
  presigned.push(await flood())
  single.push(SAMPLE / ((await milliseconds(() => payOneByOne(SAMPLE))) / 1_000))
}

const rate = ROWS / (took / 1_000)
const ms = (value: number) => `${value.toFixed(1)} ms`
const at = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const beside = (what: string, others: number[]) =>
  row(what, median(others).toFixed(1), (rate / median(others)).toFixed(2))
const parts = [0.1, 0.4, 0.7, 0.999].map((share) => memory[Math.floor(memory.length * share)] ?? 0)
const taken = (what: string, of: (watched: Watched) => number) => row(what, ms(of(busy)), ms(of(quiet)))
process.stdout.write(
  [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}: ${ROWS} rows of ${TOKEN} in ${(took / 1_000).toFixed(1)} s`,
    '',
    row('payments a second', 'rate', 'batch / this'),
    row('---', '--:', '--:'),
    row('batch', rate.toFixed(1), ''),
    beside(`one by one, ${WALLETS * AT_ONCE_EACH} at once`, single),
    beside('signed before', presigned),
    '',
    row('requests of others', 'beside the batch', 'beside nothing'),
    row('---', '--:', '--:'),
    taken('GET /wallets, median', ({ reads }) => median(reads)),
    taken('GET /wallets, 99th of a hundred', ({ reads }) => at(reads, 0.99)),
    taken('transfer, median', ({ payments }) => median(payments)),
    taken('transfer, 99th of a hundred', ({ payments }) => at(payments, 0.99)),
    '',
    `memory after a tenth, four tenths, seven tenths and all of it: ${parts.map((each) => `${each.toFixed(0)} MB`).join(', ')}`,
    '',
  ].join('\n'),
)
await gateway.stop()
await testnet.stop()
folder.remove()

function rowAt(index: number) {
  const wallet = wallets[index % WALLETS] ?? other
  // To a few hundred people.
  return { walletId: wallet.id, amount: AMOUNT, token: TOKEN, to: addressOf(index % 500), externalId: `row-${index}` }
}

function addressOf(index: number): Hex {
  return `0x${String(index + 10_000).padStart(40, '1')}`
}

async function read(): Promise<Batch> {
  return (await api.getBatch({ id: batch.id })).batch
}

function requirePaid({ status, progress, reason }: Batch): void {
  const [only] = progress
  if (status === 'DONE' && progress.length === 1 && only?.status === 'SETTLED' && only.rows === ROWS) return
  throw new Error(`the batch is ${status}: ${JSON.stringify({ progress, reason })}`)
}

/** Each wallet has as many under way as a batch has of it. */
async function payOneByOne(payments: number): Promise<void> {
  const each = payments / WALLETS / AT_ONCE_EACH
  const line = async (index: number) => {
    for (let paid = 0; paid < each; paid++) {
      const { externalId: _, ...payment } = rowAt(index + paid * WALLETS)
      await api.transfer(payment)
    }
  }
  await Promise.all(Array.from({ length: WALLETS * AT_ONCE_EACH }, (_, index) => line(index)))
}

/** Signed before, and sent by each account one after the other: this test-net answers when one is mined. */
async function flood(): Promise<number> {
  const each = SAMPLE / signers.length
  const signed = await Promise.all(signers.map((account) => signSome(account, each)))
  const sent = async (raws: Hex[]) => {
    for (const raw of raws) await rpc(info.rpcUrl, 'eth_sendRawTransaction', raw)
  }
  return SAMPLE / ((await milliseconds(() => Promise.all(signed.map(sent)))) / 1_000)
}

async function signSome(account: PrivateKeyAccount, count: number): Promise<Hex[]> {
  const first = await money.reader.getTransactionCount({ address: account.address })
  return inOrder(count, async (index) => {
    const to = addressOf(index)
    if (TOKEN === 'STABLE') {
      const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [to, ONE / 100n] })
      return money.sign(account, info.stable, data, 0n, first + index)
    }
    const data = money.transferData(to, await money.input(account.address, ONE / 100n))
    return money.sign(account, info.cstable, data, 0n, first + index)
  })
}

type Watched = { reads: number[]; payments: number[] }

/** Reads at a fixed rate, and payments of another wallet one after the other, until some work is over. */
async function watch(work: () => Promise<unknown>): Promise<Watched> {
  let isOver = false
  const reads: Promise<number>[] = []
  const payments: number[] = []
  const others = [
    async () => {
      for (; !isOver; await pause(EVERY_MS)) reads.push(milliseconds(() => api.listWallets({})))
    },
    async () => {
      const payment = { walletId: other.id, amount: AMOUNT, token: TOKEN, to: addressOf(1) }
      for (; !isOver; await pause(EVERY_MS * 10)) payments.push(await milliseconds(() => api.transfer(payment)))
    },
  ].map((each) => each())
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(others)
  return { reads: await Promise.all(reads), payments }
}

async function openWallet(): Promise<{ id: string }> {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await controls.setBalance(wallet.address as Hex, 100n * ETHER)
  await api.fund({ walletId: wallet.id, amount: '1000' })
  await api.mint({ walletId: wallet.id, amount: '500' })
  return wallet
}

/** With money, and keys that a gateway does not have. */
async function openSigner(): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await controls.setBalance(account.address, 100n * ETHER)
  await money.fund(account.address, 200n * ONE, 0n)
  await money.wrap(account, 100n * ONE)
  return account
}

async function inOrder<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}
