import { statSync } from 'node:fs'
import { archivable } from '../archive/thinning.ts'
import { type Living, standAlike } from '../chain/living.ts'
import type { createMutex } from '../chain/mutex.ts'
import { catchUp, type Launcher, type Node, setClock } from '../chain/node.ts'
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

const LAST_SNAPSHOT_MS = 2_500
/** After this long without a change, a longer replay is saved to a snapshot although no limit is reached. */
const IDLE_MS = 2_000
const IDLE_REPLAY_MS = 400
const BYTES_PER_MS = 3_500

export function createSaving(options: SavingOptions): Saving {
  const { paths, living, launcher, maker, tail, exclusively, limits, base, log } = options
  let floor = base.snapshot.state.height
  /** Replaying that the next start would have to do. */
  let unsavedMs = 0
  /** Transactions whose traces fill the living anvil's memory. */
  let traced = 0
  /** How long a snapshot takes besides the replay that it saves: of the first one, a guess from the size of its predecessor. */
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

  /**
   * Made by a node that nobody but us has found: what somebody has done to the living one, behind the journal's back, is
   * in no snapshot.
   */
  async function write(): Promise<{ snapshot: Snapshot; first: number }> {
    const started = performance.now()
    let replayed = 0
    const fresh = await launcher.fromSnapshot(base.snapshot, tail.first)
    try {
      const loaded = performance.now()
      await catchUp(fresh, tail)
      replayed = performance.now() - loaded
      const { generation, first } = await exclusively(async () => {
        await catchUp(fresh, tail)
        await requireAlike(fresh)
        floor = fresh.state.height
        unsavedMs = 0
        return tail.cut()
      })
      const { genesisHash, archived } = base.snapshot
      const upTo = archivable({ archived, height: base.snapshot.state.height }, fresh.state.height)
      const snapshot = { generation, genesisHash, archived: upTo, state: copyState(fresh.state) }
      const thinning = { archive: paths.archive, archived, upTo, genesisHash }
      const dump = maker.dump(fresh.anvil.place, paths.state(generation), thinning)
      await dump.dumped
      await dump.written
      publishSnapshot(paths, snapshot)
      base.snapshot = snapshot
      tail.drop(generation, first)
      return { snapshot, first }
    } finally {
      lastMs = performance.now() - started - replayed
      await fresh.anvil.kill()
    }
  }

  /** The journal is the truth: a living node that stands elsewhere than its replay is thrown away. */
  async function requireAlike(fresh: Node): Promise<void> {
    const node = await living.present()
    if (standAlike(node, fresh)) return
    await living.replace(node)
    throw new Error(`the replay ends at ${fresh.state.hash}, not ${node.state.hash}`)
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
        await requireAlike(fresh)
        if (ending) throw new Error('ending')
        living.adopt(fresh)
        traced = tail.weight()
      })
    } catch (error) {
      await fresh.anvil.kill()
      throw error
    }
  }

  /** One that is being made holds most of it. */
  async function saveLast(): Promise<void> {
    await running?.catch(() => {})
    if (tail.end > tail.first && lastMs + unsavedMs < LAST_SNAPSHOT_MS) await write().catch(() => {})
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
      ending = true
      await Promise.race([saveLast(), after(LAST_SNAPSHOT_MS)])
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
