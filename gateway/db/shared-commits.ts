import { setImmediate as turn } from 'node:timers/promises'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Schema } from './schema/schema.ts'

export type Work<T> = (trx: Transaction<Schema>) => Promise<T>

/** Carries out work in a database transaction, perhaps together with other work. */
export type Commits = { run<T>(work: Work<T>): Promise<T> }

/** So much work at most waits for one commit. */
const TOGETHER = 64

type Item = { carryOut(trx: Transaction<Schema>): Promise<void>; settle(): void; fail(error: unknown): void }

/**
 * SQLite has one writer, and each commit waits for the disk. What comes while a transaction is open joins it, one after the
 * other, each within a savepoint: it sees the work before it, its failure takes back nothing but its own, and it is
 * done when all of it is on disk. (PostgreSQL does the same by itself.) `alone` runs work in a transaction of its own.
 */
export function createCommits(alone: (work: Work<void>) => Promise<void>): Commits {
  const waiting: Item[] = []
  let isOpen = false

  async function commitAll(): Promise<void> {
    const taken: Item[] = []
    try {
      await alone(async (trx) => {
        for (let next = waiting.shift(); next !== undefined; next = await another(taken.length)) {
          taken.push(next)
          await next.carryOut(trx)
        }
      })
      for (const item of taken) item.settle()
    } catch (error) {
      // Where it could not even begin, all that wait are told so.
      for (const item of taken.length > 0 ? taken : waiting.splice(0)) item.fail(error)
    }
  }

  /** What has come meanwhile; other work of this process gets one turn to come. */
  async function another(taken: number): Promise<Item | undefined> {
    if (taken >= TOGETHER) return undefined
    if (waiting.length === 0) await turn()
    return waiting.shift()
  }

  async function drain(): Promise<void> {
    isOpen = true
    while (waiting.length > 0) await commitAll()
    isOpen = false
  }

  return {
    run<T>(work: Work<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.push(itemOf(work, resolve, reject))
      if (!isOpen) void drain()
      return promise
    },
  }
}

const SAVEPOINT = CompiledQuery.raw('savepoint shared')
const RELEASE = CompiledQuery.raw('release shared')
const TAKE_BACK = CompiledQuery.raw('rollback to shared')

function itemOf<T>(work: Work<T>, resolve: (value: T) => void, fail: (error: unknown) => void): Item {
  let settle = () => {}
  return {
    async carryOut(trx) {
      await trx.executeQuery(SAVEPOINT)
      try {
        const value = await work(trx)
        settle = () => resolve(value)
      } catch (error) {
        // A broken disk has ended the whole transaction: then this cannot be done, and all have failed of the same.
        await trx.executeQuery(TAKE_BACK).catch(() => Promise.reject(error))
        settle = () => fail(error)
      }
      await trx.executeQuery(RELEASE)
    },
    settle: () => settle(),
    fail,
  }
}
