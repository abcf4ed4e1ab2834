import { rmSync } from 'node:fs'
import type { Paths } from '../files.ts'
import { copyState, type Snapshot, unpackState } from '../journal/snapshots.ts'
import type { Tail } from '../journal/tail.ts'
import { type Anvil, type Origin, startAnvil } from './anvil.ts'
import { apply, type ChainState, type Outcome, reload } from './apply.ts'
import { forgetRunning, noteRunning } from './orphan.ts'

/** An anvil, and how far along the journal it is. */
export type Node = {
  anvil: Anvil
  state: ChainState
  /** Sequence number of the next entry to apply. */
  next: number
  lastOutcome: Outcome
}

export type Launcher = {
  fromGenesis(file: string): Promise<Anvil>
  /** A node that stands where the snapshot was taken. */
  fromSnapshot(snapshot: Snapshot, first: number): Promise<Node>
}

/** Starts anvils and keeps the note of which of them run. */
export function createLauncher(paths: Paths, genesisHash: () => string, log: (line: string) => void): Launcher {
  const running = new Set<Anvil>()

  function note(): void {
    const list = [...running].map(({ pid, place }) => ({ pid, ...place }))
    if (list.length === 0) forgetRunning(paths)
    else noteRunning(paths, genesisHash(), list)
  }

  function start(origin: Origin): Promise<Anvil> {
    return startAnvil(paths.anvil, origin, (anvil) => {
      running.add(anvil)
      // A note of one that is gone harms nothing: the next start finds no such process.
      anvil.gone
        .then(() => {
          running.delete(anvil)
          note()
        })
        .catch((error) => log(`the note of anvils that run could not be written: ${String(error)}`))
      note()
    })
  }

  return {
    fromGenesis: (file) => start({ init: file }),
    async fromSnapshot(snapshot, first) {
      const load = await unpackState(paths.state(snapshot.generation), paths.anvil)
      try {
        const anvil = await start({ load, time: snapshot.state.time })
        const state = copyState(snapshot.state)
        await reload(anvil.rpc, state).catch(async (error: unknown) => {
          await anvil.kill()
          throw error
        })
        return { anvil, state, next: first, lastOutcome: [] }
      } finally {
        rmSync(load, { force: true })
      }
    },
  }
}

/**
 * Applies all entries that the node has not seen yet, including those that arrive meanwhile. Throws where some of them
 * are gone, because a newer snapshot was published while the node was loading an older one.
 */
export async function catchUp(node: Node, tail: Pick<Tail, 'at' | 'first' | 'end'>): Promise<void> {
  while (node.next !== tail.end) {
    const entry = node.next < tail.first ? undefined : tail.at(node.next)
    if (!entry) throw new Error(`the journal begins at entry ${tail.first}, the node stands before ${node.next}`)
    node.lastOutcome = await apply(node.anvil.rpc, node.state, entry)
    node.next += 1
  }
}

/** After a replay the node's clock stands where the journal was; questions about a pending block should see today. */
export async function setClock({ anvil, state }: Node): Promise<void> {
  const now = Math.max(Math.floor(Date.now() / 1000), state.time)
  await anvil.rpc.call('evm_setTime', [now])
}
