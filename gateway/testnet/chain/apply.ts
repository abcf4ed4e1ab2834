import { type Hash, type Hex, toHex } from 'viem'
import type { Entry } from '../journal/journal.ts'
import { type Rpc, RpcError } from './rpc.ts'

/** What anvil does not keep for us: it forgets its mempool when it ends, and it never mines by itself. */
export type ChainState = {
  automine: boolean
  /** Accepted and not mined yet, in the order of arrival. */
  pool: Map<Hash, Hex>
  height: number
  /** Hash of the newest block: a replay that ends elsewhere went wrong. */
  hash: Hash
  /** Time of the newest block, in seconds. */
  time: number
}

/** One result or refusal per raw transaction of a `send`; nothing for the others. */
export type Outcome = (Hash | RpcError)[]

/** Somebody else than our front has driven the node: it is not the chain of the journal any more. */
export class Driven extends Error {
  constructor(how: string) {
    super(`somebody else has driven the node: ${how}`)
    this.name = 'Driven'
  }
}

/** Before anything is applied to a living node: it stands where the journal says, with nothing in its pool but ours. */
export async function requireUndriven(rpc: Rpc, state: ChainState): Promise<void> {
  const [newest, pool] = await Promise.all([
    rpc.call<Mined>('eth_getBlockByNumber', ['latest', false]),
    rpc.call<{ pending: Hex; queued: Hex }>('txpool_status'),
  ])
  if (newest.hash !== state.hash) throw new Driven(`block ${Number(newest.number)} is not ours`)
  if (Number(pool.pending) + Number(pool.queued) > state.pool.size)
    throw new Driven('its pool holds what we never sent')
}

type Fees = { baseFeePerGas: Hex; gasUsed: Hex; gasLimit: Hex }

/** What a block's child pays, by EIP-1559. */
function nextBaseFee({ baseFeePerGas, gasUsed, gasLimit }: Fees): bigint {
  const [fee, used, target] = [BigInt(baseFeePerGas), BigInt(gasUsed), BigInt(gasLimit) / 2n]
  if (used <= target) return fee - (fee * (target - used)) / target / 8n
  const more = (fee * (used - target)) / target / 8n
  return fee + (more > 0n ? more : 1n)
}

type Mined = { number: Hex; hash: Hash; timestamp: Hex; transactions: { hash: Hash }[] }

/**
 * Applies an entry. The only code that changes the chain, live and in replay, and a function of chain, state and entry
 * alone: that is what makes a replay end where the live chain was.
 */
export async function apply(rpc: Rpc, state: ChainState, entry: Entry): Promise<Outcome> {
  switch (entry.is) {
    case 'send': {
      const outcome: Outcome = []
      for (const raw of entry.raws) outcome.push(await submit(rpc, state, raw))
      if (state.automine && outcome.some((one) => typeof one === 'string')) await mineReady(rpc, state, entry.at)
      return outcome
    }
    case 'mine':
      for (let block = 0; block < entry.blocks; block += 1) await mine(rpc, state, entry.at)
      return []
    case 'automine':
      state.automine = entry.on
      if (entry.on && state.pool.size > 0) await mineReady(rpc, state, entry.at)
      return []
    case 'rollback': {
      const refusal = await refused(rpc.call('anvil_rollback', [entry.blocks]))
      if (refusal) return [refusal]
      await standAtNewest(rpc, state)
      return []
    }
    case 'reload':
      await reload(rpc, state)
      return []
    case 'balance': {
      const refusal = await refused(rpc.call('anvil_setBalance', [entry.address, entry.wei]))
      return refusal ? [refusal] : []
    }
  }
}

/** After blocks were taken back. */
async function standAtNewest(rpc: Rpc, state: ChainState): Promise<void> {
  const newest = await rpc.call<Mined & Fees>('eth_getBlockByNumber', ['latest', false])
  state.height = Number(newest.number)
  state.hash = newest.hash
  // anvil goes on with the fee that the blocks which are gone had led to, and one that starts here would not.
  await rpc.call('anvil_setNextBlockBaseFeePerGas', [toHex(nextBaseFee(newest))])
}

/**
 * Has anvil 1.7.1 take its state anew, by a block that is mined and taken back: two nodes with the same state then make
 * the same blocks, whatever each went through. Before, one that created a contract leaves out of its state root the
 * empty slots of it that a reverted call read, where one that loaded it counts them; and one that loaded its newest
 * block gives contracts another hash for it (`BLOCKHASH`).
 */
export async function reload(rpc: Rpc, state: ChainState): Promise<void> {
  await rpc.call('anvil_dropAllTransactions')
  // A clock that was set since the newest block refuses one of the same time.
  await rpc.call('evm_setTime', [state.time])
  await rpc.call('evm_mine', [{ timestamp: state.time }])
  await rpc.call('anvil_rollback', [1])
  const loaded = state.hash
  await standAtNewest(rpc, state)
  if (state.hash !== loaded) throw new Error(`the state ends at ${state.hash}, not ${loaded}`)
  const told = await rpc.call<Hex>('eth_call', [{ to: ANYWHERE }, 'pending', { [ANYWHERE]: { code: PARENT_HASH } }])
  if (told !== loaded) throw new Error(`to contracts the state ends at ${told}, not ${loaded}`)
  await refillPool(rpc, state)
}

const ANYWHERE = '0x0000000000000000000000000000000000b10c4a'
/** PUSH1 1, NUMBER, SUB, BLOCKHASH, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN: the hash of the block before. */
const PARENT_HASH = '0x60014303405f5260205ff3'

async function submit(rpc: Rpc, state: ChainState, raw: Hex): Promise<Hash | RpcError> {
  try {
    const hash = await rpc.call<Hash>('eth_sendRawTransaction', [raw])
    state.pool.set(hash, raw)
    return hash
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

async function refused(asked: Promise<unknown>): Promise<RpcError | undefined> {
  try {
    await asked
    return undefined
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

/** Mines until nothing that can be mined is left: a block may not have room for all. */
async function mineReady(rpc: Rpc, state: ChainState, at: number): Promise<void> {
  for (;;) {
    const { transactions } = await mine(rpc, state, at)
    if (transactions.length === 0 || state.pool.size === 0) return
    // What is left may wait for a nonce before it, or be replaced by another: only what is ready needs a block.
    const { pending } = await rpc.call<{ pending: Hex }>('txpool_status')
    if (Number(pending) === 0) return
  }
}

async function mine(rpc: Rpc, state: ChainState, at: number): Promise<Mined> {
  const [block] = await rpc.call<Mined[]>('evm_mine_detailed', [{ timestamp: at }])
  if (!block) throw new Error('anvil mined no block')
  for (const { hash } of block.transactions) {
    // In between somebody else may have sent it something.
    if (!state.pool.delete(hash)) throw new Driven(`${hash} was never sent through our front`)
  }
  state.height = Number(block.number)
  state.hash = block.hash
  state.time = Number(block.timestamp)
  return block
}

/** Puts a remembered mempool back into a node that has none, dropping what it no longer takes. */
async function refillPool(rpc: Rpc, state: ChainState): Promise<void> {
  for (const [hash, raw] of [...state.pool]) {
    const outcome = await submit(rpc, state, raw)
    if (typeof outcome !== 'string') state.pool.delete(hash)
  }
}
