import { createHash } from 'node:crypto'
import type { Hex } from '#shared/model/ids.ts'
import type { Header } from '../../fhe/handles.ts'

const GENESIS_TIME = Date.parse('2026-01-01T00:00:00Z') / 1000
const BLOCK_SECONDS = 12

/** `late`: seconds, one for each reorganisation before it. */
type Known = { hash: Hex; late: number }

/** Hashes and times of the fake chain's blocks. What replaces a block has another hash and comes later, as on any chain. */
export class Blocks {
  #known = new Map<number, Known>()
  #forks = 0

  /** The hash of a block that is made now. */
  add(number: number, content: string): Hex {
    const hash = hashOf(`${this.#forks}/${number}/${content}`)
    this.#known.set(number, { hash, late: this.#forks })
    return hash
  }

  /** Takes back what is above a block. Gives what brings it back. */
  rollback(target: number): () => void {
    const before = new Map(this.#known)
    for (const block of this.#known.keys()) if (block > target) this.#known.delete(block)
    this.#forks++
    return () => {
      this.#known = before
      this.#forks++
    }
  }

  hashAt(number: number): Hex {
    return this.#known.get(number)?.hash ?? hashOf(`0/${number}/genesis`)
  }

  timeOf(number: number): number {
    return GENESIS_TIME + number * BLOCK_SECONDS + (this.#known.get(number)?.late ?? this.#forks)
  }

  /** What handles of a block are bound to. */
  headerAt(number: number): Header {
    return { parentHash: this.hashAt(number - 1), time: this.timeOf(number) }
  }

  /** Whether a block with this hash is part of the chain now. */
  has(hash: Hex): boolean {
    return [...this.#known.values()].some((known) => known.hash === hash) || this.hashAt(1) === hash
  }
}

const hashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`
