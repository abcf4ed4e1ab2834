import type { Address } from '#shared/model/ids.ts'

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
  /** What the operator has promised, gas and float, is summed and added to by one redeem at a time. */
  | 'float'
  /** The first start makes the first account. */
  | 'first account'

/** One at a time by name, first come first served. */
export type Locks = {
  run<T>(name: LockName, work: () => Promise<T>): Promise<T>
}

/** Locks within this process: enough while one process serves a database. */
export function createLocks(): Locks {
  const tails = new Map<LockName, Promise<unknown>>()
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
  }
}
