import { rmSync } from 'node:fs'
import type { Hash } from 'viem'
import { createHistory, type Question } from '../archive/history.ts'
import { openWholeArchive } from '../archive/store.ts'
import type { Paths } from '../files.ts'
import { firstSnapshot } from '../journal/first-snapshot.ts'
import type { Entry } from '../journal/journal.ts'
import { createSaving, type Saving } from '../journal/saving.ts'
import { createSnapshotMaker, readSnapshot, type Snapshot } from '../journal/snapshots.ts'
import { openTail } from '../journal/tail.ts'
import type { Secrets } from '../secrets.ts'
import type { SnapshotLimits } from '../types.ts'
import { apply, type ChainState, Driven, type Outcome, requireUndriven } from './apply.ts'
import { keepAlive } from './living.ts'
import { createMutex } from './mutex.ts'
import { catchUp, createLauncher, type Node, setClock } from './node.ts'
import { endOrphans } from './orphan.ts'
import { NodeGone } from './rpc.ts'

export type Chain = {
  readonly genesisHash: Hash
  readonly state: Readonly<ChainState>
  /** Process ID of the anvil that answers now. */
  readonly pid: number
  /** Answers a read, of old blocks too. Waits while anvil is being repaired, up to half a minute, then throws `NodeGone`. */
  answer(question: Question): Promise<string>
  /** Answers questions that came in one list, as one list, in any order. */
  answerAll(questions: readonly Question[]): Promise<string>
  /** Asks about the newest blocks. */
  call<Result>(method: string, params?: unknown[]): Promise<Result>
  /**
   * Writes the entry to the journal, then applies it, whatever becomes of anvil meanwhile. Where making it throws, nothing is
   * written.
   */
  commit(entry: (now: number) => Entry): Promise<Outcome>
  /** Lowest block that a rollback may go back to. */
  readonly floor: number
  snapshot(): Promise<void>
  /** Resolves if anvil cannot be kept alive. */
  failed: Promise<Error>
  stop(): Promise<void>
}

export type ChainOptions = {
  log(line: string): void
  snapshotAfter: SnapshotLimits
  /** Told after each change of the chain, and when another anvil took over. */
  changed(): void
}

/** The chain: an anvil, its journal, its snapshots, and whatever it takes to have it back after a crash. */
export async function openChain(paths: Paths, secrets: Secrets, options: ChainOptions): Promise<Chain> {
  const { log, changed, snapshotAfter: limits } = options
  await endOrphans(paths)
  rmSync(paths.anvil, { recursive: true, force: true })
  const maker = createSnapshotMaker()
  const stored = readSnapshot(paths)
  let known: Snapshot | undefined = stored
  const launcher = createLauncher(paths, () => known?.genesisHash ?? '', log)
  const base = { snapshot: stored ?? (await firstSnapshot(paths, secrets, launcher, maker)) }
  known = base.snapshot
  const { genesisHash } = base.snapshot
  const archive = openWholeArchive(paths.archive, base.snapshot.archived)
  const tail = openTail(paths, base.snapshot.generation)
  const exclusively = createMutex()
  let saving: Saving | undefined
  let replayMs = 0
  /** Another object after each change. */
  let applying = { is: false }
  /** The newest reload, another object for each: its block, which is taken back, is shown to no reader. */
  let reloaded: Promise<unknown> = Promise.resolve()

  async function boot(): Promise<Node> {
    const fresh = await launcher.fromSnapshot(base.snapshot, tail.first)
    try {
      const started = performance.now()
      await catchUp(fresh, tail)
      replayMs = performance.now() - started
      saving?.booted(replayMs)
      await setClock(fresh)
      return fresh
    } catch (error) {
      await fresh.anvil.kill()
      throw error
    }
  }

  const living = await keepAlive({ boot, log, changed })
  const saver = createSaving({ paths, living, launcher, maker, tail, exclusively, append, limits, base, log })
  saving = saver
  saver.booted(replayMs)
  const history = createHistory({
    ask: (body) => ask(({ anvil }) => anvil.rpc.forward(body)),
    archive,
    archived: () => base.snapshot.archived,
  })

  /** Asks a node that no other program has driven: other answers are no part of this chain. */
  function ask<Result>(question: (node: Node) => Promise<Result>): Promise<Result> {
    return living.ask(async (node) => {
      for (;;) {
        const before = reloaded
        await before
        const answer = question(node)
        // Where the node is replaced its answer is not waited for.
        answer.catch(() => {})
        await requireOurs(node)
        const said = await answer
        if (reloaded === before) return said
      }
    })
  }

  /** Before an entry is applied the same is asked; while one is, node and state are apart. */
  async function requireOurs(node: Node): Promise<void> {
    const before = applying
    try {
      await requireUndriven(node.anvil.rpc, node.state)
    } catch (error) {
      if (!(error instanceof Driven)) throw error
      if (before.is || applying !== before) return
      log(String(error))
      if (node === living.node) await living.replace(node)
      throw new NodeGone(error)
    }
  }

  function commit(make: (now: number) => Entry): Promise<Outcome> {
    return exclusively(async () => {
      const { state } = await living.present()
      return append(make(Math.max(Math.floor(Date.now() / 1000), state.time)))
    })
  }

  /** To be called exclusively. */
  async function append(entry: Entry): Promise<Outcome> {
    const sequence = tail.end
    tail.append(entry)
    const outcome = await applyOnce(sequence, entry)
    changed()
    return outcome
  }

  /** The entry is in the journal: if the anvil dies over it, the repair's replay applies it, and has its outcome. */
  async function applyOnce(sequence: number, entry: Entry): Promise<Outcome> {
    for (;;) {
      const node = await living.present()
      if (node.next > sequence) return node.lastOutcome
      const started = performance.now()
      try {
        await requireUndriven(node.anvil.rpc, node.state)
        applying = { is: true }
        const applied = apply(node.anvil.rpc, node.state, entry).finally(() => {
          applying = { is: false }
        })
        if (entry.is === 'reload') reloaded = applied.catch(() => {})
        node.lastOutcome = await applied
        node.next += 1
        saver.applied(entry, performance.now() - started)
        return node.lastOutcome
      } catch (error) {
        if (!(error instanceof NodeGone)) log(`anvil is out of step (${String(error)})`)
        if (node === living.node) await living.replace(node)
      }
    }
  }

  return {
    genesisHash,
    get state() {
      return living.node.state
    },
    get pid() {
      return living.node.anvil.pid
    },
    get floor() {
      return saver.floor
    },
    answer: history.answer,
    answerAll: history.answerAll,
    call: (method, params) => ask(({ anvil }) => anvil.rpc.call(method, params)),
    commit,
    snapshot: saver.renewNow,
    failed: living.failed,
    async stop() {
      await saver.end()
      await exclusively(async () => {})
      await maker.close()
      await living.end()
      tail.close()
      archive.close()
    },
  }
}
