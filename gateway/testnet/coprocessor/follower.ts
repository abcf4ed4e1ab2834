import { type Hex, isAddressEqual } from 'viem'
import { compute } from '../../fhe/arithmetic.ts'
import { operationIn } from '../../fhe/operation.ts'
import type { Rpc } from '../chain/rpc.ts'
import { host } from '../sepolia.ts'
import type { Cleartexts } from './cleartexts.ts'
import { randomOf } from './randomness.ts'

/** Blocks that are written down together: bounds what is held in memory. */
const STRIDE = 250
/** Looks at a chain whose blocks are taken back meanwhile. */
const LOOKS = 5

type Log = { address: Hex; data: Hex; topics: [Hex, ...Hex[]] }
type Receipt = { blockHash: Hex; logs: Log[] }
type Block = { number: Hex; hash: Hex; parentHash: Hex; transactions: Hex[] }

/** A reorganisation took back what was being read. */
class Reorganised extends Error {}

export type Follower = {
  /** Computes everything up to the newest block. Several callers share one run. */
  sync(): Promise<void>
}

/**
 * Follows the executor's events and computes what they say, so that every handle has its cleartext. A block is read by its hash
 * and counts when all its receipts are there: logs of a range say nothing of a block that is taken back while they are asked for,
 * and the same block may be back a moment later.
 */
export function createFollower(rpc: Rpc, cleartexts: Cleartexts, log: (line: string) => void): Follower {
  let running: Promise<void> | undefined
  let again: Promise<void> | undefined

  async function follow(): Promise<void> {
    for (let look = 1; ; look += 1) {
      try {
        return await followTo(await block('eth_getBlockByNumber', 'latest'))
      } catch (error) {
        if (!(error instanceof Reorganised) || look === LOOKS) throw error
      }
    }
  }

  async function followTo(head: Block): Promise<void> {
    const [ancestor, newer] = await untilFollowed(head)
    cleartexts.rewind(ancestor)
    for (let start = 0; start < newer.length; start += STRIDE) {
      const some = newer.slice(start, start + STRIDE)
      const logs: Log[] = []
      for (const one of some) logs.push(...(await logsOf(one)))
      cleartexts.advance(
        () => logs.forEach(take),
        some.map(({ number, hash }) => ({ number: Number(number), hash })),
      )
    }
  }

  /** The newest block below that is followed, -1 where none is, and those above it, the oldest first. */
  async function untilFollowed(head: Block): Promise<[number, Block[]]> {
    const followed = new Map(cleartexts.marks().map(({ number, hash }) => [number, hash]))
    const newer: Block[] = []
    let at = head
    while (followed.get(Number(at.number)) !== at.hash) {
      newer.push(at)
      if (Number(at.number) === 0) return [-1, newer.reverse()]
      at = await block('eth_getBlockByHash', at.parentHash)
    }
    return [Number(at.number), newer.reverse()]
  }

  async function logsOf({ hash, transactions }: Block): Promise<Log[]> {
    if (transactions.length === 0) return []
    const receipts = (await rpc.call<Receipt[] | null>('eth_getBlockReceipts', [hash])) ?? []
    const isWhole = receipts.length === transactions.length && receipts.every(({ blockHash }) => blockHash === hash)
    if (!isWhole) throw new Reorganised(`block ${hash} is gone`)
    return receipts.flatMap(({ logs }) => logs).filter(({ address }) => isAddressEqual(address, host.executor))
  }

  function take(entry: Log): void {
    // An input's cleartext is known since its proof was accepted.
    const operation = operationIn(entry)
    if (operation === undefined) return
    const value = randomOf(operation) ?? compute(operation, cleartexts.get)
    if (value === undefined) log(`${operation.name} has an operand whose cleartext is not known`)
    else cleartexts.put([{ handle: operation.result, value }])
  }

  async function block(method: string, which: Hex | 'latest'): Promise<Block> {
    const found = await rpc.call<Block | null>(method, [which, false])
    if (!found) throw new Reorganised(`block ${which} is gone`)
    return found
  }

  /** A run that began before the caller's block was mined is not enough: anyone who comes during one waits for the next. */
  function sync(): Promise<void> {
    if (!running) {
      running = follow().finally(() => {
        running = undefined
      })
      return running
    }
    again ??= running
      .catch(() => {})
      .then(() => {
        again = undefined
        return sync()
      })
    return again
  }

  return { sync }
}
