import { isDeepStrictEqual } from 'node:util'
import { getAbiItem, getAddress, parseEventLogs, TransactionReceiptNotFoundError } from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi, stableAbi } from '../../contracts/abis.ts'
import { type Computation, isProven } from '../../fhe/computations.ts'
import { inputsOfHandles } from '../../fhe/origins.ts'
import { type Chain, ChainUnavailable, type Receipt, type Tokens } from '../port.ts'
import { createPayoutSearch, unwrapsIn } from './contracts/unwraps.ts'
import { createComputations } from './lineage/computations.ts'
import type { Headers } from './lineage/headers.ts'
import { isOfExecutor, provenIn } from './lineage/lineage.ts'
import { createNonceSearch } from './nonce-use.ts'
import { whyReverted } from './reverts.ts'
import { ask, type Client } from './rpc/client.ts'
import { despiteLag, type Height } from './rpc/lag.ts'
import { orElsewhere } from './rpc/pruned.ts'

type Receipts = Pick<
  Chain,
  'receipt' | 'computationsLeadingTo' | 'agreed' | 'nodesBehind' | 'revertReason' | 'whoUsedNonce' | 'finalized'
>

/** What is read of the tokens' events, and no other: viem hashes the signature of each at every receipt. */
const publicEvents = [getAbiItem({ abi: stableAbi, name: 'Transfer' })] as const
const hiddenEvents = [getAbiItem({ abi: cstableAbi, name: 'ConfidentialTransfer' })] as const

/** `confirming`: further nodes. `archive`: one that keeps the state of all blocks. */
export type ReceiptSettings = {
  tokens: Tokens
  /** Whether the confidential token is OpenZeppelin's wrapper in a version before 0.4.0. */
  isOlder?: boolean
  chainId: number
  confirming: Client[]
  archive?: Client
  height: Height
  headers: Headers
}

export function createReceipts(client: Client, settings: ReceiptSettings): Receipts {
  const { tokens, isOlder = false, confirming, chainId, archive = client } = settings
  const lags = confirming.map((node) => lagOf(node, settings.height))
  const searchPayout = createPayoutSearch(client, { address: tokens.cstable.address, isOlder })
  const searchNonce = createNonceSearch({ client, archive, chainId })
  return {
    async receipt(hash, { old } = { old: false }) {
      const isElsewhere = old && archive !== client
      const newest = await orElsewhere(receiptFrom(client, hash, settings), isElsewhere)
      const isAsked = newest === undefined && isElsewhere
      const found = isAsked ? await receiptFrom(archive, hash, settings) : newest
      if (found !== undefined) settings.height.note(found.block)
      return found
    },

    computationsLeadingTo: createComputations(client, settings.headers),

    async agreed(receipt) {
      const others = await Promise.all(
        confirming.map((node) => receiptFrom(node, receipt.hash, settings).catch(() => undefined)),
      )
      return others.every((other) => other !== undefined && isDeepStrictEqual(decisive(other), decisive(receipt)))
    },

    nodesBehind: () => lags.filter((isBehind) => isBehind()).length,

    revertReason: (hash) => whyReverted(client, hash),

    whoUsedNonce: (sender, nonce, fromBlock) =>
      ask('use of a nonce', () => despiteLag(() => searchNonce(sender, nonce, fromBlock))),

    finalized: (request, fromBlock, within) =>
      ask('payout', () => despiteLag(() => searchPayout(request, fromBlock, within))),
  }
}

/** Five minutes of a live network. */
export const BLOCKS_BEHIND = 25

/**
 * Whether a node was behind when it was asked last, which begins the next question: who asks does not wait for a node that says
 * nothing.
 */
function lagOf(node: Client, height: Height): () => boolean {
  let isBehind = false
  let isAsked = false
  const heard = (head: number) => {
    isBehind = head < height.newest() - BLOCKS_BEHIND
    isAsked = false
  }
  return () => {
    if (!isAsked) {
      isAsked = true
      void node.getBlockNumber().then(
        (head) => heard(Number(head)),
        () => heard(Number.NEGATIVE_INFINITY),
      )
    }
    return isBehind
  }
}

/** A node may leave out what its transaction took: nothing is decided by that. */
function decisive({ fee: _, ...rest }: Receipt): Omit<Receipt, 'fee'> {
  return rest
}

async function receiptFrom(client: Client, hash: Hex, settings: ReceiptSettings): Promise<Receipt | undefined> {
  const found = await ask('receipt', () =>
    client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    }),
  )
  return found === undefined ? undefined : ask('receipt', () => read(client, found, settings))
}

type RawReceipt = Awaited<ReturnType<Client['getTransactionReceipt']>>

/** A receipt without block or with no clean status is no receipt: a node that sends one has not made up its mind. */
async function read(client: Client, receipt: RawReceipt, { tokens, headers }: ReceiptSettings): Promise<Receipt> {
  const { blockNumber, blockHash, status } = receipt as { blockNumber: unknown; blockHash: unknown; status: unknown }
  const whole = typeof blockNumber === 'bigint' && typeof blockHash === 'string'
  if (!whole || (status !== 'success' && status !== 'reverted')) {
    throw new ChainUnavailable('The chain answered with half a receipt')
  }
  const of = (address: Address) => receipt.logs.filter((log) => log.address.toLowerCase() === address.toLowerCase())
  const publicLogs = parseEventLogs({ abi: publicEvents, logs: of(tokens.stable.address) })
  const hiddenLogs = parseEventLogs({ abi: hiddenEvents, logs: of(tokens.cstable.address) })
  const computed = receipt.logs.some(isOfExecutor)
  const computations = computed ? provenIn(receipt.logs, await headers.of(client, receipt.blockHash)) : []
  if (computations.length > 0 && !computations.some(isProven)) headers.forget(receipt.blockHash)
  const inputs = inputsOf(computations.filter(isProven))
  const claims = inputsOf(computations)
  const inputOf = (handle: Hex) => {
    const [input, claimedInput] = [inputs.get(handle), claims.get(handle)]
    if (input !== undefined) return { input }
    return claimedInput === undefined ? {} : { claimedInput }
  }
  return {
    hash: receipt.transactionHash,
    sender: getAddress(receipt.from),
    block: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    success: receipt.status === 'success',
    ...feeOf(receipt),
    publicMoves: publicLogs.map(({ args }) => ({ from: args.from, to: args.to, units: args.value })),
    confidentialMoves: hiddenLogs.map(({ args: { from, to, amount } }) => {
      return { from, to, handle: amount, ...inputOf(amount) }
    }),
    unwraps: unwrapsIn(of(tokens.cstable.address)).map((one) => ({ ...one, ...inputOf(one.request) })),
    computations,
  }
}

const inputsOf = (computations: Computation[]) => inputsOfHandles(computations.map(({ operation }) => operation))

function feeOf(receipt: RawReceipt): Pick<Receipt, 'fee'> {
  const { gasUsed, effectiveGasPrice } = receipt as { gasUsed: unknown; effectiveGasPrice: unknown }
  return typeof gasUsed === 'bigint' && typeof effectiveGasPrice === 'bigint'
    ? { fee: gasUsed * effectiveGasPrice }
    : {}
}
