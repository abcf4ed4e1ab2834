import { availableParallelism } from 'node:os'
import { boundedQueue } from '../../../crypto/bounded-queue.ts'
import type { ZamaClient } from './client.ts'
import type { ZamaQuestion, ZamaResults } from './messages.ts'
import { within } from './within.ts'

/** Longest a proof may take, with its verification by the coprocessors. */
const ENCRYPT_MS = 180_000
/** For each thread so many stand in line: more could not be served before those who wait have given up. */
const WAITING_FOR_EACH = 8
/** A proof takes all of a core for ten seconds and some hundred megabytes: half the cores are left to all other work. */
const THREADS_MAX = 4

export type Prover = {
  /**
   * Where it has to wait, `atItsTurn` is called before it stands in line and before the work, with the milliseconds that are
   * still needed by what the last one took, and throws where that is longer than a caller waits. Throws
   * `overloaded` where the line is full, and `ConfidentialUnavailable`.
   */
  prove(
    question: Extract<ZamaQuestion, { is: 'encrypt' }>,
    atItsTurn?: (takesMs: number) => void,
  ): Promise<ZamaResults['encrypt']>
  /**
   * The same in the background: undefined where no thread is free, and where a proof that a caller waits for needs
   * the thread, which is ended for it.
   */
  proveAhead(question: Extract<ZamaQuestion, { is: 'encrypt' }>): Promise<ZamaResults['encrypt'] | undefined>
  close(): void
}

/** Clients that prove, a thread each, apart from the one that decrypts: a decryption never waits for a proof. */
export function createProver(clients: readonly ZamaClient[], encryptMs = ENCRYPT_MS): Prover {
  const threads = clients.length
  const free = [...clients]
  const inLine = boundedQueue(threads, threads * WAITING_FOR_EACH)
  let inside = 0
  let tookMs = 0
  /** Ends the proof that is made in the background, and resolves once its thread is free. */
  let giveWay: (() => Promise<void>) | undefined

  return {
    async prove(question, atItsTurn) {
      // What need not wait is never refused: else one slow proof would be the last one.
      const inTime = inside < threads ? undefined : atItsTurn
      inTime?.(tookMs * (1 + Math.floor(inside / threads)))
      inside++
      const proved = inLine(async () => {
        inTime?.(tookMs)
        if (free.length === 0) await giveWay?.()
        const client = free.pop()
        if (client === undefined) throw new Error('more proofs run than there are threads')
        const begun = performance.now()
        try {
          const made = await within(encryptMs, 'encryption', (signal) => client.ask<'encrypt'>(question, signal))
          tookMs = performance.now() - begun
          return made
        } finally {
          free.push(client)
        }
      })
      return proved.finally(() => {
        inside--
      })
    },
    async proveAhead(question) {
      const client = inside < threads && giveWay === undefined ? free.pop() : undefined
      if (client === undefined) return undefined
      const [ended, done] = [new AbortController(), Promise.withResolvers<void>()]
      giveWay = () => {
        ended.abort()
        return done.promise
      }
      try {
        return await within(encryptMs, 'encryption', (signal) =>
          client.ask<'encrypt'>(question, AbortSignal.any([signal, ended.signal])),
        )
      } catch (error) {
        if (ended.signal.aborted) return undefined
        throw error
      } finally {
        free.push(client)
        giveWay = undefined
        done.resolve()
      }
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}

export function provingThreads(): number {
  return Math.min(THREADS_MAX, Math.max(1, Math.floor(availableParallelism() / 2)))
}
