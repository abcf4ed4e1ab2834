import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'
import type { Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import { entry } from '../../assets.ts'
import type { Thinning } from '../archive/thinning.ts'
import type { ChainState } from '../chain/apply.ts'
import type { Place } from '../chain/rpc.ts'
import { makeFolder, type Paths, readIfThere, writeDurably } from '../files.ts'
import type { SnapshotJob, SnapshotNews } from './snapshot-worker.ts'

const schema = z.object({
  /** Names the state file, and the first journal that is not in it. */
  generation: z.int(),
  genesisHash: z.string(),
  automine: z.boolean(),
  pool: z.array(z.tuple([z.string(), z.string()])),
  height: z.int(),
  hash: z.string(),
  time: z.int(),
  /** Absent in folders from before there was an archive. */
  archived: z._default(z.int(), 0),
})

/** What a restart begins with. The state itself lies beside, in `state-<generation>.json.gz`. */
export type Snapshot = {
  generation: number
  genesisHash: Hash
  state: ChainState
  /** Number of the newest block that is in the archive and not in the state; 0 where there is none. */
  archived: number
}

export function readSnapshot(paths: Paths): Snapshot | undefined {
  const text = readIfThere(paths.snapshot)
  if (text === undefined) return undefined
  const { generation, genesisHash, archived, pool, hash, ...rest } = schema.parse(JSON.parse(text))
  const state = { ...rest, hash: hash as Hash, pool: new Map(pool as [Hash, Hex][]) }
  return { generation, genesisHash: genesisHash as Hash, state, archived }
}

/** From here on a restart begins with this snapshot: its state file must be on disk already. */
export function publishSnapshot(paths: Paths, { state, ...rest }: Snapshot): void {
  writeDurably(paths.snapshot, JSON.stringify({ ...rest, ...state, pool: [...state.pool] }))
}

export function copyState(state: ChainState): ChainState {
  return { ...state, pool: new Map(state.pool) }
}

export type SnapshotMaker = {
  /** Archives what the state is to be without, then writes it. `dumped` settles when anvil may change again, `written` when the state is on disk. */
  dump(place: Place, file: string, thinning?: Thinning): { dumped: Promise<void>; written: Promise<void> }
  close(): Promise<void>
}

/** Its thread begins with the first dump, which most starts never make. */
export function createSnapshotMaker(): SnapshotMaker {
  const waiting = new Map<number, { dumped(): void; done(): void; failed(error: Error): void }>()
  let worker: Worker | undefined
  let closed = false
  let last = 0

  function start(): Worker {
    const started = new Worker(entry('testnet/journal/snapshot-worker'))
    started.unref()
    started.on('message', (news: SnapshotNews) => {
      const waiter = waiting.get(news.id)
      if (news.is === 'dumped') waiter?.dumped()
      else if (news.is === 'failed') waiter?.failed(new Error(news.reason))
      else waiter?.done()
      if (news.is !== 'dumped') waiting.delete(news.id)
    })
    const ended = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const waiter of waiting.values()) waiter.failed(error)
      waiting.clear()
    }
    started.on('error', ended)
    started.on('exit', () => ended(new Error('the thread of snapshots ended')))
    return started
  }

  return {
    dump(place, file, thinning) {
      if (closed) throw new Error('snapshots are closed')
      last += 1
      const [dumped, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const failed = (error: Error) => {
        dumped.reject(error)
        written.reject(error)
      }
      waiting.set(last, { dumped: dumped.resolve, done: written.resolve, failed })
      dumped.promise.catch(() => {})
      written.promise.catch(() => {})
      worker ??= start()
      worker.postMessage({ id: last, place, file, ...(thinning && { thinning }) } satisfies SnapshotJob)
      return { dumped: dumped.promise, written: written.promise }
    },
    async close() {
      closed = true
      await worker?.terminate()
    },
  }
}

/** Unpacks a state for anvil to load, and answers where; the caller removes it. */
export async function unpackState(file: string, folder: string): Promise<string> {
  makeFolder(folder)
  const to = join(folder, `load-${process.pid}-${Date.now()}.json`)
  try {
    await pipeline(createReadStream(file), createGunzip(), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
  return to
}
