import type { Hex } from 'viem'
import { compute } from '../../fhe/arithmetic.ts'
import { operationIn } from '../../fhe/operation.ts'
import type { Rpc } from '../chain/rpc.ts'
import { host } from '../sepolia.ts'
import type { BlockMark, Cleartexts } from './cleartexts.ts'
import { randomOf } from './randomness.ts'

/** Blocks per question: bounds an answer to a few megabytes. */
const STRIDE = 250

type Log = { data: Hex; topics: [Hex, ...Hex[]] }
type Block = { number: Hex; hash: Hex }

export type Follower = {
  /** Computes everything up to the newest block. Several callers share one run. */
  sync(): Promise<void>
}

/** Follows the executor's events and computes what they say, so that every handle has its cleartext. */
export function createFollower(rpc: Rpc, cleartexts: Cleartexts, log: (line: string) => void): Follower {
  let running: Promise<void> | undefined
  let again: Promise<void> | undefined

  async function follow(): Promise<void> {
    const head = await block('latest')
    const done = await commonAncestor()
    for (let from = done + 1; from <= head.number; from += STRIDE) {
      const to = Math.min(from + STRIDE - 1, head.number)
      const mark = to === head.number ? head : await block(hex(to))
      const logs = await rpc.call<Log[]>('eth_getLogs', [
        { address: host.executor, fromBlock: hex(from), toBlock: hex(to) },
      ])
      cleartexts.advance(() => logs.forEach(take), mark)
    }
  }

  function take(entry: Log): void {
    // An input's cleartext is known since its proof was accepted.
    const operation = operationIn(entry)
    if (operation === undefined) return
    const value = randomOf(operation) ?? compute(operation, cleartexts.get)
    if (value === undefined) log(`${operation.name} has an operand whose cleartext is not known`)
    else cleartexts.put([{ handle: operation.result, value }])
  }

  /** The newest followed block that the chain still has; blocks above it were rolled back. -1 before the first. */
  async function commonAncestor(): Promise<number> {
    for (const mark of cleartexts.marks()) {
      const there = await rpc.call<Block | null>('eth_getBlockByNumber', [hex(mark.number), false])
      if (there?.hash !== mark.hash) continue
      cleartexts.rewind(mark.number)
      return mark.number
    }
    cleartexts.rewind(-1)
    return -1
  }

  async function block(tag: Hex | 'latest'): Promise<BlockMark> {
    const found = await rpc.call<Block | null>('eth_getBlockByNumber', [tag, false])
    if (!found) throw new Error(`block ${tag} is gone`)
    return { number: Number(found.number), hash: found.hash }
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

function hex(number: number): Hex {
  return `0x${number.toString(16)}`
}
