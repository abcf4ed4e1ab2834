import { statSync } from 'node:fs'
import type { SnapshotLimits } from '../types.ts'
import { createBackground } from './background.ts'
import type { Entry } from './journal.ts'
import { type Progress, renewNode, type SnapshotOptions, writeSnapshot } from './write-snapshot.ts'

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
  /** A last snapshot, where it saves the next start a replay that is worth one, and can be had quickly. */
  end(): Promise<void>
}

export type SavingOptions = SnapshotOptions & {
  limits: SnapshotLimits
  log(line: string): void
}

const LAST_SNAPSHOT_MS = 2_500
const BYTES_PER_MS = 3_500

export function createSaving(options: SavingOptions): Saving {
  const { paths, tail, limits, base } = options
  const progress: Progress = {
    floor: base.snapshot.state.height,
    unsavedMs: 0,
    traced: 0,
    // The first is a guess, from the size of its predecessor.
    lastMs: statSync(paths.state(base.snapshot.generation)).size / BYTES_PER_MS,
  }
  const background = createBackground({ log: options.log, afterwards: () => beginIfDue() })
  const write = () => writeSnapshot(options, progress)
  const saveWhenIdle = () => background.whenIdle(progress.unsavedMs >= limits.idleReplayMs ? write : undefined)

  /** A failure is not repeated before the next change. */
  function beginIfDue(): void {
    if (progress.traced >= limits.transactions) background.begin(renew)
    else if (progress.unsavedMs > limits.replayMs) background.begin(write)
    else saveWhenIdle()
  }

  async function renew(): Promise<void> {
    progress.traced = 0
    const written = await write()
    if (background.isEnding()) return
    await renewNode(options, written, background.isEnding)
    progress.traced = tail.weight()
  }

  /** A snapshot that is being made holds most of it. */
  async function saveLast(): Promise<void> {
    await background.end()
    const { lastMs, unsavedMs } = progress
    const isQuick = lastMs + unsavedMs < LAST_SNAPSHOT_MS
    if (unsavedMs >= limits.idleReplayMs && isQuick) await write().catch(() => {})
  }

  return {
    get floor() {
      return progress.floor
    },
    booted(replayMs) {
      progress.unsavedMs = replayMs
      progress.traced = tail.weight()
      saveWhenIdle()
    },
    applied(entry, ms) {
      // Part of a snapshot: where that fails, it is no change after which another is due.
      if (entry.is === 'reload') return
      progress.traced += entry.is === 'send' ? entry.raws.length : 1
      progress.unsavedMs += ms
      beginIfDue()
    },
    renewNow: () => background.now(renew),
    end: () => Promise.race([saveLast(), after(LAST_SNAPSHOT_MS)]),
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
