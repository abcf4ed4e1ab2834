import { BlockNotFoundError } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi, multicall3Abi, stableAbi } from '../../contracts/abis.ts'
import type { Chain, Tokens } from '../port.ts'
import { ask, type Client, MULTICALL3 } from './client.ts'
import { despiteLag, type Height, isUnknownBlock } from './lag.ts'

/** So many bytes of calls go into one `eth_call`: far more than a hundred wallets need. */
const BATCH_BYTES = 1_000_000

type Reads = Pick<Chain, 'head' | 'block' | 'readWallets' | 'readGas' | 'fees' | 'nonce' | 'pendingNonce'>

export function createReads(client: Client, tokens: Tokens, height: Height): Reads {
  const blockNumber = { address: MULTICALL3, abi: multicall3Abi, functionName: 'getBlockNumber' } as const
  const ethOf = (address: Address) =>
    ({ address: MULTICALL3, abi: multicall3Abi, functionName: 'getEthBalance', args: [address] }) as const
  const stableOf = (address: Address) =>
    ({ address: tokens.stable.address, abi: stableAbi, functionName: 'balanceOf', args: [address] }) as const
  const handleOf = (address: Address) =>
    ({
      address: tokens.cstable.address,
      abi: cstableAbi,
      functionName: 'confidentialBalanceOf',
      args: [address],
    }) as const

  return {
    head: () =>
      ask('newest block', async () => {
        const newest = () => client.getBlock({ blockTag: 'latest' })
        const { number, timestamp } = await despiteLag(newest, (block) => height.isBehind(Number(block.number)))
        height.settleFor(Number(number))
        height.note(Number(number))
        return { number: Number(number), time: Number(timestamp) }
      }),

    block: (number) =>
      ask('a block', async () => {
        const look = () =>
          client.getBlock({ blockNumber: BigInt(number) }).catch((error: unknown) => {
            if (error instanceof BlockNotFoundError || isUnknownBlock(error)) return undefined
            throw error
          })
        const found = await despiteLag(look, (block) => block === undefined && height.isExpected(number))
        if (found === undefined) height.requireRolledBack(number)
        return (
          found && {
            hash: found.hash,
            parent: found.parentHash,
            time: Number(found.timestamp),
            transactions: found.transactions,
          }
        )
      }),

    readWallets: (addresses, block) =>
      ask('balances', async () => {
        if (addresses.length === 0) return []
        const at = block === undefined ? {} : { blockNumber: BigInt(block) }
        const options = { allowFailure: false, batchSize: BATCH_BYTES, ...at } as const
        const each = addresses.flatMap((address) => [ethOf(address), stableOf(address), handleOf(address)])
        const read = () => client.multicall({ ...options, contracts: [...each, blockNumber] })
        const answers = await despiteLag(read, (all) => block === undefined && height.isBehind(Number(all.at(-1))))
        return addresses.map((address, index) => ({
          address,
          wei: answers[index * 3] as bigint,
          stable: answers[index * 3 + 1] as bigint,
          handle: answers[index * 3 + 2] as Hex,
        }))
      }),

    readGas: (addresses) =>
      ask('gas', async () => {
        if (addresses.length === 0) return []
        const contracts = [...addresses.map(ethOf), blockNumber]
        const read = () => client.multicall({ allowFailure: false, batchSize: BATCH_BYTES, contracts })
        const answers = await despiteLag(read, (all) => height.isBehind(Number(all.at(-1))))
        return answers.slice(0, -1)
      }),

    fees: () =>
      ask('fees', async () => {
        const [block, priorityFee] = await Promise.all([
          client.getBlock({ blockTag: 'latest' }),
          client.estimateMaxPriorityFeePerGas(),
        ])
        const base = block.baseFeePerGas ?? 0n
        // Twice the base fee lasts through six full blocks (EIP-1559: at most one eighth more per block).
        return { priorityFee, maxFee: base * 2n + priorityFee, gasPrice: base + priorityFee }
      }),

    nonce: (sender, block) =>
      ask('nonce', () =>
        despiteLag(() =>
          client.getTransactionCount({
            address: sender,
            ...(block === undefined ? { blockTag: 'latest' } : { blockNumber: BigInt(block) }),
          }),
        ),
      ),

    pendingNonce: (sender) =>
      ask('pending nonce', () => client.getTransactionCount({ address: sender, blockTag: 'pending' })),
  }
}
