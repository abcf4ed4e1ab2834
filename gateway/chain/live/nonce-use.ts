import {
  BlockNotFoundError,
  getAddress,
  keccak256,
  recoverTransactionAddress,
  type Signature,
  serializeTransaction,
  type Transaction,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import type { Address } from '#shared/model/ids.ts'
import type { NonceUse } from '../port.ts'
import type { Client } from './rpc/client.ts'

/** Blocks that one call reads where the state at them is kept no more: a few seconds of a public node. */
const BLOCKS_A_CALL = 300
const BLOCKS_AT_ONCE = 10

export type NonceSearch = {
  client: Client
  /** Keeps the state of all blocks; the client itself where there is none. */
  archive: Client
  chainId: number
}

/** Searches that have not come to an end, each with the block that comes next. */
type Progress = Map<string, number>

/** Finds the transaction that used a nonce. Remembers how far each search by blocks has come. */
export function createNonceSearch(search: NonceSearch) {
  const progress: Progress = new Map()
  return async (sender: Address, nonce: number, from: number): Promise<NonceUse | undefined> => {
    const head = Number(await search.client.getBlockNumber())
    // The newest state is kept by every node.
    const count = await search.client.getTransactionCount({ address: sender, blockNumber: BigInt(head) })
    if (count <= nonce) return undefined
    const start = Math.max(0, Math.min(from, head))
    const block = await blockByState(search.archive, sender, nonce, start, head)
    if (block !== undefined) return useIn(search, block, sender, nonce)
    return byBlocks(search, progress, { sender, nonce, start, head })
  }
}

/**
 * The block in which a sender's count passed the nonce: in steps that double, since what is searched for one after the other
 * lies close together, then by halving. Undefined where a state is not there to be asked.
 */
async function blockByState(client: Client, sender: Address, nonce: number, start: number, head: number) {
  const isUsedAt = async (block: number) =>
    (await client.getTransactionCount({ address: sender, blockNumber: BigInt(block) })) > nonce
  try {
    let [low, high] = (await isUsedAt(start)) ? [0, start] : [start + 1, Math.min(start + 1, head)]
    for (let stride = 1; high < head && high > start && !(await isUsedAt(high)); stride *= 2) {
      low = high + 1
      high = Math.min(high + stride, head)
    }
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (await isUsedAt(middle)) high = middle
      else low = middle + 1
    }
    return high
  } catch {
    return undefined
  }
}

type Wanted = { sender: Address; nonce: number; start: number; head: number }

async function byBlocks(search: NonceSearch, progress: Progress, { sender, nonce, start, head }: Wanted) {
  const name = `${sender}/${nonce}`
  const next = progress.get(name) ?? start
  const last = Math.min(head, next + BLOCKS_A_CALL - 1)
  for (let block = next; block <= last; block += BLOCKS_AT_ONCE) {
    const some = Array.from({ length: Math.min(BLOCKS_AT_ONCE, last - block + 1) }, (_, index) => block + index)
    const uses = await Promise.all(some.map((each) => useIn(search, each, sender, nonce)))
    const use = uses.find((one) => one !== undefined)
    progress.set(name, block + some.length)
    if (use === undefined) continue
    progress.delete(name)
    return use
  }
  // At the end without a find, as behind a node that lags: from the start again.
  if (last === head) progress.delete(name)
  return undefined
}

async function useIn(
  { client, archive, chainId }: NonceSearch,
  block: number,
  sender: Address,
  nonce: number,
): Promise<NonceUse | undefined> {
  const newest = await blockIn(client, block)
  // A node may have forgotten the block itself.
  const found = newest === undefined && archive !== client ? await blockIn(archive, block) : newest
  const use = found?.transactions.find((tx) => tx.from.toLowerCase() === sender.toLowerCase() && tx.nonce === nonce)
  return use === undefined ? undefined : proven(use, block, sender, chainId)
}

function blockIn(client: Client, block: number) {
  return client.getBlock({ blockNumber: BigInt(block), includeTransactions: true }).catch((error: unknown) => {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  })
}

/**
 * A transaction that is what its hash says and was signed by this sender for this chain: the fields are serialized and
 * hashed again, and the signer recovered from them. What cannot be put together again proves nothing.
 */
async function proven(tx: Transaction, block: number, sender: Address, chainId: number): Promise<NonceUse | undefined> {
  try {
    const { r, s, v, yParity } = tx
    // A legacy signature from before EIP-155 is good on every chain.
    if (tx.chainId !== undefined && tx.chainId !== chainId) return undefined
    const signature = { r, s, ...(tx.type === 'legacy' ? { v } : { yParity: yParity ?? Number(v) }) } as Signature
    const fields = { ...tx, data: tx.input, to: tx.to ?? undefined, gasPrice: tx.gasPrice ?? undefined }
    const serializable = (tx.type === 'legacy' ? fields : { ...fields, gasPrice: undefined }) as TransactionSerializable
    const raw = serializeTransaction(serializable, signature)
    if (keccak256(raw) !== tx.hash) return undefined
    const serializedTransaction = raw as TransactionSerialized
    const signer = await recoverTransactionAddress({ serializedTransaction })
    if (signer.toLowerCase() !== sender.toLowerCase()) return undefined
    const maxFee = tx.maxFeePerGas ?? tx.gasPrice ?? 0n
    const { hash, input: data, value } = tx
    const to = getAddress(tx.to ?? NOBODY)
    const priorityFee = tx.maxPriorityFeePerGas ?? maxFee
    return { hash, block, raw, to, data, value, maxFee, priorityFee, cost: value + tx.gas * maxFee }
  } catch {
    return undefined
  }
}

/** A transaction that makes a contract goes to nobody: no call of this gateway's. */
const NOBODY: Address = `0x${'0'.repeat(40)}`
