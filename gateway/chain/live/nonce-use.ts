import { BlockNotFoundError } from 'viem'
import type { Address } from '#shared/model/ids.ts'
import type { NonceUse } from '../port.ts'
import { authorizes, isOf, proven, provenOther } from './proven-use.ts'
import type { Client } from './rpc/client.ts'
import { orElsewhere } from './rpc/pruned.ts'

/** Blocks that one call reads where the state at them is kept no more: a few seconds of a public node. */
const BLOCKS_A_CALL = 300
const BLOCKS_AT_ONCE = 10
/** So many are looked at before the one that a search begins with: no node lags further behind than that. */
const BLOCKS_BEFORE = 100

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
 * The block in which a sender's count passed the nonce: in steps that double, since it is mostly near, then by halving.
 * Undefined where a state is not there to be asked.
 */
async function blockByState(client: Client, sender: Address, nonce: number, start: number, head: number) {
  const isUsedAt = async (block: number) =>
    (await client.getTransactionCount({ address: sender, blockNumber: BigInt(block) })) > nonce
  try {
    let [low, high] = (await isUsedAt(start)) ? await before(isUsedAt, start) : await after(isUsedAt, start, head)
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

type Test = (block: number) => Promise<boolean>

/** The first block that passes a test is among these: the last one does, and so does every one behind it. */
async function after(passes: Test, start: number, head: number): Promise<[number, number]> {
  let [low, high] = [start + 1, Math.min(start + 1, head)]
  for (let stride = 1; high < head && !(await passes(high)); stride *= 2) {
    low = high + 1
    high = Math.min(high + stride, head)
  }
  return [low, high]
}

async function before(passes: Test, start: number): Promise<[number, number]> {
  let high = start
  for (let stride = 1; high > 0; stride *= 2) {
    const probe = Math.max(0, high - stride)
    if (!(await passes(probe))) return [probe + 1, high]
    high = probe
  }
  return [0, 0]
}

type Nonce = { sender: Address; nonce: number }
type Wanted = Nonce & { start: number; head: number }

async function byBlocks(search: NonceSearch, progress: Progress, { sender, nonce, start, head }: Wanted) {
  const name = `${sender}/${nonce}`
  const next = progress.get(name) ?? start
  const last = Math.min(head, next + BLOCKS_A_CALL - 1)
  for (let block = next; block <= last; block += BLOCKS_AT_ONCE) {
    const end = Math.min(block + BLOCKS_AT_ONCE - 1, last)
    const use = await useAmong(search, block, end, { sender, nonce })
    progress.set(name, end + 1)
    if (use === undefined) continue
    progress.delete(name)
    return use
  }
  if (last < head) return undefined
  // At the end without a find, as behind a node that lags: from the start again.
  progress.delete(name)
  return useBefore(search, { sender, nonce, start })
}

/**
 * The search begins at the block in which the transaction was signed. A lagging node may have given it a nonce that was used
 * before that block: then the use is found here.
 */
async function useBefore(search: NonceSearch, { sender, nonce, start }: Omit<Wanted, 'head'>) {
  for (let last = start - 1; last >= Math.max(0, start - BLOCKS_BEFORE); last -= BLOCKS_AT_ONCE) {
    const use = await useAmong(search, Math.max(0, last - BLOCKS_AT_ONCE + 1), last, { sender, nonce })
    if (use !== undefined) return use
  }
  return undefined
}

async function useAmong(search: NonceSearch, first: number, last: number, { sender, nonce }: Nonce) {
  const some = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const uses = await Promise.all(some.map((each) => useIn(search, each, sender, nonce)))
  return uses.find((one) => one !== undefined)
}

async function useIn(
  { client, archive, chainId }: NonceSearch,
  block: number,
  sender: Address,
  nonce: number,
): Promise<NonceUse | undefined> {
  const newest = await orElsewhere(blockIn(client, block), archive !== client)
  // A node may have forgotten the block itself.
  const found = newest === undefined && archive !== client ? await blockIn(archive, block) : newest
  const all = found?.transactions ?? []
  const own = all.find((tx) => isOf(sender, tx.from) && tx.nonce === nonce)
  if (own !== undefined) return proven(own, block, sender, chainId)
  for (const tx of all) {
    if (await authorizes(tx, sender, nonce, chainId)) return provenOther(tx, block, chainId)
  }
  return undefined
}

function blockIn(client: Client, block: number) {
  return client.getBlock({ blockNumber: BigInt(block), includeTransactions: true }).catch((error: unknown) => {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  })
}
