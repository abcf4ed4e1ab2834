import { createPublicClient, encodeFunctionData, http, type Transport } from 'viem'
import { sepolia } from 'viem/chains'
import { rpcTransport } from '../../../gateway/chain/live/rpc/transport.ts'
import { multicall3Abi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet } from '../../harness/testnet.ts'
import { startFarNode } from '../kit/far-node.ts'
import { median, milliseconds } from '../kit/report.ts'

const DELAYS = [0, 20, 100]
const ROUNDS = 25
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * `node e2e/bench/payments/waves.ts`: ways to ask a node all that a payment has to know, and how long each takes when answers
 * come late: one question after the other, all as requests of their own at once, and all in one JSON-RPC batch, of viem and
 * of the gateway. Balances are one multicall in each.
 */
async function main(): Promise<void> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const node = await startFarNode(testnet.info.rpcUrl)
  const wallet = await testnet.money.wallet(1_000_000n, 1_000_000n)
  const questionsBy = (transport: Transport) => questions(transport, testnet.info.stable, wallet.address)
  const single = questionsBy(http(node.origin))
  const batched = questionsBy(http(node.origin, { batch: { wait: 0 } }))
  const ours = questionsBy(rpcTransport(node.origin))
  const ways: [string, () => Promise<unknown>][] = [
    [
      'one after the other',
      async () => {
        for (const ask of single) await ask()
      },
    ],
    ['at once', () => Promise.all(single.map((ask) => ask()))],
    ['one batch of viem', () => Promise.all(batched.map((ask) => ask()))],
    ['one batch of the gateway', () => Promise.all(ours.map((ask) => ask()))],
  ]
  process.stdout.write(
    `| |${DELAYS.map((delay) => ` +${delay} ms |`).join('')}\n| --- |${' --: |'.repeat(DELAYS.length)}\n`,
  )
  const times = new Map(ways.map(([name]) => [name, [] as string[]]))
  for (const delay of DELAYS) {
    node.delay = delay
    const taken = ways.map((): number[] => [])
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, [, work]] of ways.entries()) taken[index]?.push(await milliseconds(work))
    }
    for (const [index, [name]] of ways.entries()) times.get(name)?.push(median(taken[index] ?? []).toFixed(1))
  }
  for (const [name, cells] of times) process.stdout.write(`| ${[name, ...cells].join(' | ')} |\n`)
  await node.close()
  await testnet.stop()
  folder.remove()
}

function questions(transport: Transport, stable: `0x${string}`, sender: `0x${string}`) {
  const chain = { ...sepolia, contracts: { multicall3: { address: MULTICALL3 as `0x${string}` } } }
  const client = createPublicClient({ chain, cacheTime: 0, transport })
  const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [sender, 1n] })
  const balances = [
    { address: MULTICALL3, abi: multicall3Abi, functionName: 'getEthBalance', args: [sender] } as const,
    { address: stable, abi: stableAbi, functionName: 'balanceOf', args: [sender] } as const,
    { address: MULTICALL3, abi: multicall3Abi, functionName: 'getBlockNumber' } as const,
  ]
  return [
    () => client.multicall({ allowFailure: false, contracts: balances }),
    () => client.getTransactionCount({ address: sender, blockTag: 'latest' }),
    () => client.getTransactionCount({ address: sender, blockTag: 'pending' }),
    () => client.getBlock({ blockTag: 'latest' }),
    () => client.estimateMaxPriorityFeePerGas(),
    () => client.estimateGas({ account: sender, to: stable, data }),
  ]
}

await main()
