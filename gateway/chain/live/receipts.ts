import { isDeepStrictEqual } from 'node:util'
import {
  getAddress,
  keccak256,
  parseEventLogs,
  recoverTransactionAddress,
  type Signature,
  serializeTransaction,
  type Transaction,
  TransactionReceiptNotFoundError,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import type { Address, Hex } from '#shared/model/ids.ts'
import { cstableAbi, stableAbi } from '../../contracts/abis.ts'
import { type Chain, ChainUnavailable, type NonceUse, type Receipt, type Tokens } from '../port.ts'
import { ask, type Client } from './client.ts'
import { despiteLag, type Height } from './lag.ts'
import { inputsOfHandles } from './lineage.ts'
import { whyReverted } from './reverts.ts'

type Receipts = Pick<Chain, 'receipt' | 'agreed' | 'revertReason' | 'whoUsedNonce' | 'finalized'>

/** Blocks of logs asked for at a time: what public RPCs allow. */
const LOG_RANGE = 5_000

/** `confirming`: further nodes. */
export type ReceiptSettings = { tokens: Tokens; chainId: number; confirming: Client[]; height: Height }

export function createReceipts(client: Client, settings: ReceiptSettings): Receipts {
  const { tokens, confirming } = settings
  return {
    async receipt(hash) {
      const found = await receiptFrom(client, hash, settings)
      if (found !== undefined) settings.height.note(found.block)
      return found
    },

    async agreed(receipt) {
      const others = await Promise.all(
        confirming.map((node) => receiptFrom(node, receipt.hash, settings).catch(() => undefined)),
      )
      return others.every((other) => isDeepStrictEqual(other, receipt))
    },

    revertReason: (hash) => whyReverted(client, hash),

    whoUsedNonce: (sender, nonce, fromBlock) =>
      ask('use of a nonce', () => despiteLag(() => searchNonce(client, settings.chainId, sender, nonce, fromBlock))),

    finalized: (request, fromBlock, within) =>
      ask('payout', () => despiteLag(() => searchPayout(client, tokens, request, fromBlock, within))),
  }
}

async function receiptFrom(client: Client, hash: Hex, settings: ReceiptSettings): Promise<Receipt | undefined> {
  const found = await client.getTransactionReceipt({ hash }).catch((cause: unknown) => {
    if (cause instanceof TransactionReceiptNotFoundError) return undefined
    throw new ChainUnavailable('The chain did not answer: receipt', cause)
  })
  return found === undefined ? undefined : read(found, settings)
}

type RawReceipt = Awaited<ReturnType<Client['getTransactionReceipt']>>

/** A receipt without block or with no clean status is no receipt: a node that sends one has not made up its mind. */
function read(receipt: RawReceipt, { tokens, chainId }: ReceiptSettings): Receipt {
  const { blockNumber, blockHash, status } = receipt as { blockNumber: unknown; blockHash: unknown; status: unknown }
  const whole = typeof blockNumber === 'bigint' && typeof blockHash === 'string'
  if (!whole || (status !== 'success' && status !== 'reverted')) {
    throw new ChainUnavailable('The chain answered with half a receipt')
  }
  const of = (address: Address) => receipt.logs.filter((log) => log.address.toLowerCase() === address.toLowerCase())
  const publicLogs = parseEventLogs({ abi: stableAbi, logs: of(tokens.stable.address), eventName: 'Transfer' })
  const hiddenLogs = parseEventLogs({ abi: cstableAbi, logs: of(tokens.cstable.address) })
  const inputs = inputsOfHandles(receipt.logs, chainId)
  const inputOf = (handle: Hex) => (inputs.has(handle) ? { input: inputs.get(handle) as Hex } : {})
  return {
    hash: receipt.transactionHash,
    sender: getAddress(receipt.from),
    block: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    success: receipt.status === 'success',
    publicMoves: publicLogs.map(({ args }) => ({ from: args.from, to: args.to, units: args.value })),
    confidentialMoves: hiddenLogs.flatMap((log) =>
      log.eventName === 'ConfidentialTransfer'
        ? [{ from: log.args.from, to: log.args.to, handle: log.args.amount, ...inputOf(log.args.amount) }]
        : [],
    ),
    unwraps: hiddenLogs.flatMap((log) =>
      log.eventName === 'UnwrapRequested'
        ? [
            {
              receiver: log.args.receiver,
              request: log.args.unwrapRequestId,
              ...inputOf(log.args.unwrapRequestId),
            },
          ]
        : [],
    ),
  }
}

/** The block in which a sender's count passed the nonce, by halving; then the transaction itself. */
async function searchNonce(
  client: Client,
  chainId: number,
  sender: Address,
  nonce: number,
  from: number,
): Promise<NonceUse | undefined> {
  // State that a node keeps no more counts as not used yet: at worst the block found does not hold the transaction.
  const countAt = (block: number) =>
    client.getTransactionCount({ address: sender, blockNumber: BigInt(block) }).catch(() => -1)
  let high = Number(await client.getBlockNumber())
  if ((await countAt(high)) <= nonce) return undefined
  const start = Math.max(0, Math.min(from, high))
  let low = (await countAt(start)) > nonce ? 0 : start
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await countAt(middle)) > nonce) high = middle
    else low = middle + 1
  }
  const block = await client.getBlock({ blockNumber: BigInt(high), includeTransactions: true })
  const use = block.transactions.find((tx) => tx.from.toLowerCase() === sender.toLowerCase() && tx.nonce === nonce)
  return use !== undefined && (await isSignedBy(use, sender, chainId)) ? { hash: use.hash, block: high } : undefined
}

/**
 * Whether a transaction is what its hash says and was signed by this sender for this chain: the fields are serialized and
 * hashed again, and the signer recovered from them. What cannot be put together again proves nothing.
 */
async function isSignedBy(tx: Transaction, sender: Address, chainId: number): Promise<boolean> {
  try {
    const { r, s, v, yParity } = tx
    // A legacy signature from before EIP-155 is good on every chain.
    if (tx.chainId !== undefined && tx.chainId !== chainId) return false
    const signature = { r, s, ...(tx.type === 'legacy' ? { v } : { yParity: yParity ?? Number(v) }) } as Signature
    const fields = { ...tx, data: tx.input, to: tx.to ?? undefined, gasPrice: tx.gasPrice ?? undefined }
    const serializable = (tx.type === 'legacy' ? fields : { ...fields, gasPrice: undefined }) as TransactionSerializable
    const serialized = serializeTransaction(serializable, signature)
    if (keccak256(serialized) !== tx.hash) return false
    const serializedTransaction = serialized as TransactionSerialized
    return (await recoverTransactionAddress({ serializedTransaction })).toLowerCase() === sender.toLowerCase()
  } catch {
    return false
  }
}

/** An open request is still known to the token; a paid one has left an event. */
async function searchPayout(client: Client, tokens: Tokens, request: Hex, from: number, within?: number) {
  const { address } = tokens.cstable
  const query = { address, abi: cstableAbi, functionName: 'unwrapRequester', args: [request] } as const
  const receiver = await client.readContract(query)
  if (!/^0x0{40}$/.test(receiver)) return undefined
  const head = Math.min(Number(await client.getBlockNumber()), from + (within ?? Number.MAX_SAFE_INTEGER))
  for (let start = from; start <= head; start += LOG_RANGE) {
    const logs = await client.getContractEvents({
      address,
      abi: cstableAbi,
      eventName: 'UnwrapFinalized',
      args: { unwrapRequestId: request },
      fromBlock: BigInt(start),
      toBlock: BigInt(Math.min(start + LOG_RANGE - 1, head)),
    })
    const [log] = logs
    if (log !== undefined) return { hash: log.transactionHash, block: Number(log.blockNumber) }
  }
  return undefined
}
