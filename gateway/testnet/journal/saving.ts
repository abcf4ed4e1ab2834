import { statSync } from 'node:fs'
import { type Living, standAlike } from '../chain/living.ts'
import type { createMutex } from '../chain/mutex.ts'
import { catchUp, type Launcher, setClock } from '../chain/node.ts'
import type { Paths } from '../files.ts'
import type { Entry } from './journal.ts'
import { copyState, publishSnapshot, type Snapshot, type SnapshotMaker } from './snapshots.ts'
import type { Tail } from './tail.ts'

/** When snapshots are taken, and how. They bound what a restart replays and what anvil keeps in memory. */
export type Saving = {
  /** Lowest block that a rollback may go back to: a replay, which begins at the snapshot, must be able to follow. */
  readonly floor: number
  /** An anvil was booted with a replay of this length. */
  booted(replayMs: number): void
  /** An entry was applied; takes a snapshot in the background where one is due. */
  applied(entry: Entry, ms: number): void
  /** Takes a snapshot and moves to a fresh anvil now. */
  renewNow(): Promise<void>
  /** A last snapshot, if it can be had quickly: it saves the next start a replay. */
  end(): Promise<void>
}

export type SavingOptions = {
  paths: Paths
  living: Living
  launcher: Launcher
  maker: SnapshotMaker
  tail: Tail
  exclusively: ReturnType<typeof createMutex>
  limits: { transactions: number; replayMs: number }
  /** The snapshot that a restart begins with. */
  base: { snapshot: Snapshot }
  log(line: string): void
}

const LAST_SNAPSHOT_MS = 1_500
/** After this long without a change, a longer replay is saved to a snapshot although no limit is reached. */
const IDLE_MS = 2_000
const IDLE_REPLAY_MS = 1_500
const BYTES_PER_MS = 3_500

export function createSaving(options: SavingOptions): Saving {
  const { paths, living, launcher, maker, tail, exclusively, limits, base, log } = options
  let floor = base.snapshot.state.height
  /** Replaying that the next start would have to do. */
  let unsavedMs = 0
  /** Transactions whose traces fill the living anvil's memory. */
  let traced = 0
  /** How long a snapshot takes: of the first one, a guess from the size of its predecessor. */
  let lastMs = statSync(paths.state(base.snapshot.generation)).size / BYTES_PER_MS
  let running: Promise<void> | undefined
  let idle: NodeJS.Timeout | undefined
  let ending = false

  function run(work: () => Promise<unknown>): Promise<void> {
    const mine = work().then(() => {})
    running = mine
    return mine.finally(() => {
      running = undefined
    })
  }

  function inBackground(work: () => Promise<unknown>): void {
    if (running || ending) return
    run(work).catch((error) => {
      if (!ending) log(`no snapshot: ${String(error)}`)
    })
  }

  function saveWhenIdle(): void {
    clearTimeout(idle)
    if (unsavedMs >= IDLE_REPLAY_MS) idle = setTimeout(() => inBackground(write), IDLE_MS).unref()
  }

  async function write(): Promise<{ snapshot: Snapshot; first: number }> {
    const started = performance.now()
    const begun = await exclusively(async () => {
      const dumped = await living.present()
      const { generation, first } = tail.cut()
      floor = dumped.state.height
      unsavedMs = 0
      const snapshot = { generation, genesisHash: base.snapshot.genesisHash, state: copyState(dumped.state) }
      const dump = maker.dump(dumped.anvil.place, paths.state(generation))
      await dump.dumped
      return { snapshot, first, written: dump.written }
    })
    await begun.written
    publishSnapshot(paths, begun.snapshot)
    base.snapshot = begun.snapshot
    tail.drop(begun.snapshot.generation, begun.first)
    lastMs = performance.now() - started
    return begun
  }

  /** Anvil's memory is full of traces that nobody will ask for; a snapshot has none. */
  async function renew(): Promise<void> {
    traced = 0
    const { snapshot, first } = await write()
    if (ending) return
    const fresh = await launcher.fromSnapshot(snapshot, first)
    try {
      await catchUp(fresh, tail)
      await exclusively(async () => {
        await catchUp(fresh, tail)
        await setClock(fresh)
        const { node } = living
        if (!standAlike(node, fresh)) throw new Error(`the replay ends at ${fresh.state.hash}, not ${node.state.hash}`)
        if (ending) throw new Error('ending')
        living.adopt(fresh)
        traced = tail.weight()
      })
    } catch (error) {
      await fresh.anvil.kill()
      throw error
    }
  }

  return {
    get floor() {
      return floor
    },
    booted(replayMs) {
      unsavedMs = replayMs
      traced = tail.weight()
      saveWhenIdle()
    },
    applied(entry, ms) {
      traced += entry.is === 'send' ? entry.raws.length : 1
      unsavedMs += ms
      if (traced >= limits.transactions) inBackground(renew)
      else if (unsavedMs >= limits.replayMs) inBackground(write)
      else saveWhenIdle()
    },
    async renewNow() {
      await running?.catch(() => {})
      await run(renew)
    },
    async end() {
      clearTimeout(idle)
      const worthIt = tail.end > tail.first && !running && lastMs < LAST_SNAPSHOT_MS
      if (worthIt) await Promise.race([write().catch(() => {}), after(LAST_SNAPSHOT_MS)])
      ending = true
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
