import type { Address } from '#shared/model/ids.ts'
import type { Db } from '../db/database.ts'

/** What is done by one at a time, and within what. */
export type LockName =
  /** Nonces of a sender are given out one after the other. */
  | `sender:${Address}`
  /** Confidential payments of a wallet are checked, made and stored one after the other, where amounts are proved here. */
  | `payments:${Address}`
  /** An account proves one amount at a time. */
  | `encrypt:${string}`
  /** Bytes at the nonce of a leg are replaced one after the other. */
  | `replace:${string}`
  /** What is at the own address of a request is moved by one look at a time: a turn may be another's before a look ends. */
  | `collect:${string}`
  /** What the operator has promised, gas and float, is summed and added to by one redeem at a time. */
  | 'float'
  /** The first start makes the first account. */
  | 'first account'

/** What one gateway does for all that share a database. Two at a time would do it twice, and no harm. */
export type Turn = 'turn:worker' | 'turn:wallets' | 'turn:requests' | 'turn:batches'

/** A request under its `Idempotency-Key`, by the keyed hash of both. */
export type RequestName = `request:${string}`

/** Held by this process, or by somebody who noted what it is for. */
export type Claimed =
  | { is: 'mine'; release(): Promise<void>; isHeld(db: Db): Promise<boolean> }
  | { is: 'taken'; note: string }

export type Locks = {
  /** One at a time by name, first come first served. */
  run<T>(name: LockName, work: () => Promise<T>): Promise<T>
  /**
   * Claims a request, or tells the note of its holder, at once. It is held until it is released; of a process that was
   * killed, or stood still, somebody else has it after some seconds, which `isHeld` tells.
   */
  claim(name: RequestName, note: string): Promise<Claimed>
  /** Whether this process has the turn now. It is kept by asking again, and another one's some seconds after it was killed. */
  hasTurn(turn: Turn): Promise<boolean>
  endTurn(turn: Turn): Promise<void>
}

/** Locks within this process: enough while one process serves a database. */
export function createLocks(): Locks {
  const tails = new Map<LockName, Promise<unknown>>()
  const claimed = new Map<RequestName, string>()
  return {
    async run(name, work) {
      const before = tails.get(name) ?? Promise.resolve()
      const mine = before.then(work)
      const tail = mine.catch(() => undefined)
      tails.set(name, tail)
      try {
        return await mine
      } finally {
        if (tails.get(name) === tail) tails.delete(name)
      }
    },
    async claim(name, note) {
      const before = claimed.get(name)
      if (before !== undefined) return { is: 'taken', note: before }
      claimed.set(name, note)
      return {
        is: 'mine',
        async release() {
          claimed.delete(name)
        },
        isHeld: async () => true,
      }
    },
    hasTurn: async () => true,
    endTurn: async () => {},
  }
}
