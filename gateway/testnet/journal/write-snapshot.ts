import { archivable } from '../archive/thinning.ts'
import { type Living, standAlike } from '../chain/living.ts'
import type { createMutex } from '../chain/mutex.ts'
import { catchUp, type Launcher, type Node, setClock } from '../chain/node.ts'
import type { Paths } from '../files.ts'
import type { Entry } from './journal.ts'
import { copyState, publishSnapshot, type Snapshot, type SnapshotMaker } from './snapshots.ts'
import type { Tail } from './tail.ts'

/** What a snapshot is made of, and where it goes. */
export type SnapshotOptions = {
  paths: Paths
  living: Living
  launcher: Launcher
  maker: SnapshotMaker
  tail: Tail
  exclusively: ReturnType<typeof createMutex>
  /** Journals an entry and applies it to the living node. To be called exclusively. */
  append(entry: Entry): Promise<unknown>
  /** The snapshot that a restart begins with. */
  base: { snapshot: Snapshot }
}

/** How far the newest snapshot is behind the living node. */
export type Progress = {
  /** Lowest block that a rollback may go back to. */
  floor: number
  /** Replaying that the next start would have to do. */
  unsavedMs: number
  /** Transactions whose traces fill the living anvil's memory. */
  traced: number
  /** How long the last snapshot took besides the replay that it saves. */
  lastMs: number
}

export type Written = { snapshot: Snapshot; first: number }

/**
 * Replays the journal's tail on a fresh node and writes its state. Changes of the living node behind the journal's back
 * are in no snapshot. Throws where the two stand elsewhere.
 */
export async function writeSnapshot(options: SnapshotOptions, progress: Progress): Promise<Written> {
  const { launcher, tail, exclusively, append, base } = options
  const started = performance.now()
  let replayed = 0
  const fresh = await launcher.fromSnapshot(base.snapshot, tail.first)
  try {
    const loaded = performance.now()
    await catchUp(fresh, tail)
    replayed = performance.now() - loaded
    const { generation, first } = await exclusively(async () => {
      await catchUp(fresh, tail)
      await requireAlike(options.living, fresh)
      await append({ is: 'reload' })
      await setClock(await options.living.present())
      await catchUp(fresh, tail)
      progress.floor = fresh.state.height
      progress.unsavedMs = 0
      return tail.cut()
    })
    const snapshot = await dump(options, fresh, generation)
    base.snapshot = snapshot
    tail.drop(generation, first)
    return { snapshot, first }
  } finally {
    progress.lastMs = performance.now() - started - replayed
    await fresh.anvil.kill()
  }
}

async function dump({ paths, maker, base }: SnapshotOptions, fresh: Node, generation: number): Promise<Snapshot> {
  const { genesisHash, archived, state } = base.snapshot
  const upTo = archivable({ archived, height: state.height }, fresh.state.height)
  const snapshot = { generation, genesisHash, archived: upTo, state: copyState(fresh.state) }
  const thinning = { archive: paths.archive, archived, upTo, genesisHash }
  const { dumped, written } = maker.dump(fresh.anvil.place, paths.state(generation), thinning)
  await dumped
  await written
  publishSnapshot(paths, snapshot)
  return snapshot
}

/** A node that begins at a snapshot takes the living one's place: its memory holds no traces. */
export async function renewNode(options: SnapshotOptions, written: Written, isEnding: () => boolean): Promise<void> {
  const { launcher, tail, exclusively, living } = options
  const fresh = await launcher.fromSnapshot(written.snapshot, written.first)
  try {
    await catchUp(fresh, tail)
    await exclusively(async () => {
      await catchUp(fresh, tail)
      await setClock(fresh)
      await requireAlike(living, fresh)
      if (isEnding()) throw new Error('ending')
      living.adopt(fresh)
    })
  } catch (error) {
    await fresh.anvil.kill()
    throw error
  }
}

/** The journal is the truth: a living node that stands elsewhere than its replay is thrown away. */
async function requireAlike(living: Living, fresh: Node): Promise<void> {
  const node = await living.present()
  if (standAlike(node, fresh)) return
  await living.replace(node)
  throw new Error(`the replay ends at ${fresh.state.hash}, not ${node.state.hash}`)
}
