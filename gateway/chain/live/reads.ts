import { BlockNotFoundError } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi, multicall3Abi, stableAbi } from '../../contracts/abis.ts'
import type { Block, Chain, Fees, Tokens } from '../port.ts'
import type { Headers } from './lineage/headers.ts'
import { estimate } from './reverts.ts'
import { ask, type Client, MULTICALL3 } from './rpc/client.ts'
import { despiteLag, type Height, isUnknownBlock } from './rpc/lag.ts'
import { orElsewhere } from './rpc/pruned.ts'
import { viewAll, viewOf } from './views.ts'

type Reads = Pick<
  Chain,
  'head' | 'block' | 'readWallets' | 'readGas' | 'readForPayment' | 'fees' | 'nonce' | 'pendingNonce'
>

/** `archive`: a node that keeps the state of all blocks, which may be the same. */
export type ReadSettings = { tokens: Tokens; height: Height; headers: Headers; archive: Client }

export function createReads(client: Client, { tokens, height, headers, archive }: ReadSettings): Reads {
  const blockNumber = viewOf<bigint>(MULTICALL3, multicall3Abi, 'getBlockNumber')
  const ethOf = viewOf<bigint>(MULTICALL3, multicall3Abi, 'getEthBalance')
  const stableOf = viewOf<bigint>(tokens.stable.address, stableAbi, 'balanceOf')
  const handleOf = viewOf<Hex>(tokens.cstable.address, cstableAbi, 'confidentialBalanceOf')

  const head = () =>
    ask('newest block', async () => {
      const newest = () => client.getBlock({ blockTag: 'latest' })
      const found = await despiteLag(newest, (block) => height.isBehind(Number(block.number)))
      const number = Number(found.number)
      height.settleFor(number)
      height.note(number)
      return { number, ...noted(found) }
    })

  const noted = (found: Found) => {
    const block = blockOf(found)
    headers.note(block)
    return block
  }

  /** All at one block, which is among the answers. */
  const readAt = (addresses: readonly Address[], block?: number) =>
    ask('balances', async () => {
      const each = addresses.flatMap((address) => [ethOf(address), stableOf(address), handleOf(address)])
      const read = () => viewAll<bigint | Hex>(client, [...each, blockNumber()], block)
      const answers = await despiteLag(read, (all) => block === undefined && height.isBehind(Number(all.at(-1))))
      const readings = addresses.map((address, index) => ({
        address,
        wei: answers[index * 3] as bigint,
        stable: answers[index * 3 + 1] as bigint,
        handle: answers[index * 3 + 2] as Hex,
      }))
      return { block: Number(answers.at(-1)), readings }
    })

  const nonceIn = (node: Client, address: Address, block: number) =>
    despiteLag(() => node.getTransactionCount({ address, blockNumber: BigInt(block) }))

  /**
   * The newest count. A node that lags says a lower one, and nothing of that: asked for the newest block that is known as well,
   * it says that it does not have that. The chain may have lost it: then the count of now is believed.
   */
  const newestNonce = async (address: Address) => {
    const known = height.newest()
    const latest = () => client.getTransactionCount({ address, blockTag: 'latest' })
    if (known === 0) return latest()
    const atKnown = () => client.getTransactionCount({ address, blockNumber: BigInt(known) })
    try {
      return Math.max(...(await despiteLag(() => Promise.all([latest(), atKnown()]))))
    } catch (error) {
      if (!isUnknownBlock(error)) throw error
      return latest()
    }
  }

  const nonce = (sender: Address, block?: number) =>
    ask('nonce', () =>
      block === undefined
        ? newestNonce(sender)
        : nonceIn(client, sender, block).catch((error: unknown) => {
            // The state of old blocks is not kept by every node.
            if (archive === client) throw error
            return nonceIn(archive, sender, block)
          }),
    )

  const pendingNonce = (sender: Address) =>
    ask('pending nonce', () => client.getTransactionCount({ address: sender, blockTag: 'pending' }))

  const askFees = () =>
    ask('fees', async () => {
      const [block, priorityFee] = await Promise.all([
        client.getBlock({ blockTag: 'latest' }),
        client.estimateMaxPriorityFeePerGas(),
      ])
      const base = block.baseFeePerGas ?? 0n
      // Twice the base fee lasts through six full blocks (EIP-1559: at most one eighth more per block).
      return { priorityFee, maxFee: base * 2n + priorityFee, gasPrice: base + priorityFee }
    })

  /** The same for everybody: whoever asks meanwhile shares the answer. */
  let fees: Promise<Fees> | undefined
  const sharedFees = () => {
    fees ??= askFees().finally(() => {
      fees = undefined
    })
    return fees
  }

  async function noncesOf(sender: Address) {
    const [mined, pending] = await Promise.all([nonce(sender), pendingNonce(sender)])
    return [sender, { mined, pending }] as const
  }

  return {
    head,

    block: (number, { wasSeen = false, old = false } = {}) =>
      ask('a block', async () => {
        if (wasSeen) height.noteTold(number)
        const lookAt = (node: Client) =>
          node.getBlock({ blockNumber: BigInt(number) }).catch((error: unknown) => {
            if (error instanceof BlockNotFoundError || isUnknownBlock(error)) return undefined
            throw error
          })
        const look = async () => {
          const isElsewhere = old && archive !== client
          const newest = await orElsewhere(lookAt(client), isElsewhere)
          // A node may have forgotten a block that its chain is longer than.
          const isAsked = newest === undefined && isElsewhere && height.isExpected(number)
          return isAsked ? lookAt(archive) : newest
        }
        const found = await despiteLag(look, (block) => block === undefined && height.isExpected(number))
        if (found === undefined) height.requireRolledBack(number)
        return found && noted(found)
      }),

    async readWallets(addresses, block) {
      return addresses.length === 0 ? [] : (await readAt(addresses, block)).readings
    },

    async readForPayment({ spenders, others, calls, notBefore = 0 }) {
      height.noteTold(notBefore)
      const [{ block, readings }, nonces, feesNow, estimates] = await Promise.all([
        readAt([...new Set([...spenders, ...others])]),
        Promise.all(spenders.map(noncesOf)),
        sharedFees(),
        Promise.all(calls.map(({ sender, call }) => estimate(client, sender, call))),
      ])
      height.note(block)
      const wallets = new Map(readings.map((reading) => [reading.address, reading]))
      return { block, isOld: height.isOld(block), wallets, nonces: new Map(nonces), fees: feesNow, estimates }
    },

    readGas: (addresses) =>
      ask('gas', async () => {
        if (addresses.length === 0) return []
        const views = [...addresses.map((address) => ethOf(address)), blockNumber()]
        const read = () => viewAll(client, views)
        const answers = await despiteLag(read, (all) => height.isBehind(Number(all.at(-1))))
        return answers.slice(0, -1)
      }),

    fees: sharedFees,
    nonce,
    pendingNonce,
  }
}

type Found = { hash: Hex; parentHash: Hex; timestamp: bigint; transactions: readonly Hex[] }

function blockOf({ hash, parentHash, timestamp, transactions }: Found): Block {
  return { hash, parent: parentHash, time: Number(timestamp), transactions }
}
