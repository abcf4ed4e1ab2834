import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createWalletClient, encodeFunctionData, http } from 'viem'
import { sepolia } from 'viem/chains'
import { createLiveChain } from '../../gateway/chain/live/chain.ts'
import { MULTICALL3 } from '../../gateway/chain/live/rpc/client.ts'
import { multicall3Abi, stableAbi } from '../../gateway/contracts/abis.ts'
import { createTester, createTestWorld } from '../../gateway/testing/test-world.ts'
import { scanStep } from '../../gateway/transactions/arrivals/scan.ts'
import { wrongTotals } from '../../gateway/transactions/totals-store.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { startTestnet, type Testnet } from '../harness/testnet.ts'

/**
 * `node e2e/bench/arrivals.ts [arrivals] [others] [blocks]`: so many payments from outside to a hundred wallets, scanned from
 * a chain of at least so many blocks with so many other events of the same token. The chain is the test-net's; the scan runs
 * in this process, on a database in a file, so that its questions and its memory can be counted.
 */
const ARRIVALS = Number(process.argv[2] ?? 10_000)
const OTHERS = Number(process.argv[3] ?? 100_000)
const BLOCKS = Number(process.argv[4] ?? 10_000)
const WALLETS = 100
/** Transfers in one transaction. */
const AT_ONCE = 150
/** So often the heap is measured while the scan runs. */
const MEASURE_EVERY_MS = 100

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
const heapMb = () => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

const folder = temporaryFolder()
const testnet = await startTestnet(folder.path)
const world = await createTestWorld({ SOTTO_LIMIT_WRITES: '1000' }, `${folder.path}/bench.db`)
const chain = await createLiveChain({ ...testnet.info, operator: undefined })
Object.assign(world, { chain })
const tester = await createTester(world)
const wallets: `0x${string}`[] = []
for (let count = 0; count < WALLETS; count++) {
  const { wallet } = await tester.api.createWallet({ type: 'custodial' })
  wallets.push(wallet.address as `0x${string}`)
}
process.stdout.write(`paying ${ARRIVALS} times into ${WALLETS} wallets, and ${OTHERS} times elsewhere\n`)
await payAll(testnet, wallets)
const blocks = (await chain.head()).number

const calls: Record<string, number> = {}
const { fetch } = globalThis
globalThis.fetch = async (url, init) => {
  const { method } = JSON.parse(String(init?.body ?? '{}')) as { method?: string }
  if (method !== undefined) calls[method] = (calls[method] ?? 0) + 1
  return fetch(url, init)
}
const before = heapMb()
let peak = before
let measuring = 0
// Also while a run is under way, which is when it holds what the node gave it.
const timer = setInterval(() => {
  const paused = performance.now()
  peak = Math.max(peak, heapMb())
  measuring += performance.now() - paused
}, MEASURE_EVERY_MS)
const begun = performance.now()
while ((await scanStep(world)) === 'more');
clearInterval(timer)
const seconds = (performance.now() - begun - measuring) / 1_000
const { total } = await tester.api.listTransactions({ type: 'RECEIVE', direction: 'in' })
const wrong = await wrongTotals(world.db)
const asked = Object.entries(calls).map(([method, count]) => `${count} ${method}`)
process.stdout.write(
  `${blocks} blocks, ${total} arrivals listed, ${wrong.length} totals wrong: ${seconds.toFixed(1)} s, ${asked.join(', ')}; ` +
    `heap ${before.toFixed(1)} MB before, at most ${peak.toFixed(1)} MB meanwhile, ${heapMb().toFixed(1)} MB after\n`,
)
await world.db.destroy()
await chain.close()
await testnet.stop()
folder.remove()

/** Many transfers a transaction, out of an allowance: so they have one sender, and are as mixed as they would be. */
async function payAll({ money, info, controls }: Testnet, to: readonly `0x${string}`[]): Promise<void> {
  const payer = await money.wallet(BigInt(ARRIVALS + OTHERS + 1), 0n)
  await controls.setBalance(payer.address, 10n ** 24n)
  const all = 2n ** 255n
  await money.send(
    payer,
    info.stable,
    encodeFunctionData({ abi: stableAbi, functionName: 'approve', args: [MULTICALL3, all] }),
  )
  const client = createWalletClient({ account: payer, chain: sepolia, transport: http(info.rpcUrl) })
  let nonce = await money.reader.getTransactionCount({ address: payer.address })
  const every = (ARRIVALS + OTHERS) / ARRIVALS
  const receivers = Array.from({ length: ARRIVALS + OTHERS }, (_, index) => {
    const arrival = Math.floor(index / every) !== Math.floor((index - 1) / every)
    const stranger: `0x${string}` = `0x${(index % 1_000).toString(16).padStart(40, '5')}`
    return arrival ? (to[Math.floor(index / every) % to.length] ?? stranger) : stranger
  })
  for (let start = 0; start < receivers.length; start += AT_ONCE) {
    const transfers = receivers.slice(start, start + AT_ONCE).map((receiver) => {
      const args = [payer.address, receiver, 1n] as const
      const callData = encodeFunctionData({ abi: stableAbi, functionName: 'transferFrom', args })
      return { target: info.stable, allowFailure: false, callData }
    })
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [transfers] })
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const hash = await client.sendTransaction({ to: MULTICALL3, data, gas: 20_000_000n, nonce, ...fees })
    nonce++
    const isLast = start + AT_ONCE >= receivers.length
    if (!isLast && nonce % 50 !== 0) continue
    await money.reader.waitForTransactionReceipt({ hash })
    // Empty blocks between, so that there are many runs.
    const made = Math.floor(BLOCKS * Math.min(1, (start + AT_ONCE) / receivers.length))
    for (let head = await money.reader.getBlockNumber(); head < made; )
      head = BigInt(await controls.mine(Math.min(made - Number(head), 500)))
  }
}
