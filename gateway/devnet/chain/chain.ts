import { rmSync } from 'node:fs'
import type { Hash } from 'viem'
import type { Paths } from '../files.ts'
import type { Secrets } from '../secrets.ts'
import { apply, type ChainState, type Outcome } from './apply.ts'
import { firstSnapshot } from './first-snapshot.ts'
import type { Entry } from './journal.ts'
import { createMutex } from './mutex.ts'
import { catchUp, createLauncher, type Node } from './node.ts'
import { endOrphans } from './orphan.ts'
import { NodeGone, RpcError } from './rpc.ts'
import { copyState, publishSnapshot, readSnapshot, startSnapshotMaker } from './snapshots.ts'
import { openTail } from './tail.ts'

export type Chain = {
  readonly genesisHash: Hash
  readonly state: Readonly<ChainState>
  /** Process ID of the anvil that answers now. */
  readonly pid: number
  /** Passes a read on. Waits while anvil is being repaired, up to half a minute, then throws `NodeGone`. */
  forward(body: string): Promise<Buffer>
  call<Result>(method: string, params?: unknown[]): Promise<Result>
  /** Writes the entry to the journal, then applies it, whatever becomes of anvil meanwhile. */
  commit(entry: (now: number) => Entry): Promise<Outcome>
  /** Lowest block that a rollback may go back to: replay must be able to follow it. */
  readonly floor: number
  snapshot(): Promise<void>
  /** Resolves if anvil cannot be kept alive. */
  failed: Promise<Error>
  stop(): Promise<void>
}

export type ChainOptions = {
  log(line: string): void
  snapshotAfter: { transactions: number; replayMs: number }
  /** Told whenever another anvil took over, and after each change of the chain. */
  changed(): void
}

const REPAIR_WAIT_MS = 30_000
const REPAIR_ATTEMPTS = 5
/** An anvil that was replaced finishes what it was asked. */
const DRAIN_MS = 2_000
/** A last snapshot saves the next start a replay; it is not worth more waiting than this. */
const LAST_SNAPSHOT_MS = 1_500

/** The chain: one anvil at a time, its journal, its snapshots, and whatever it takes to have it back after a crash. */
export async function openChain(paths: Paths, secrets: Secrets, options: ChainOptions): Promise<Chain> {
  await endOrphans(paths)
  rmSync(paths.anvil, { recursive: true, force: true })
  const maker = startSnapshotMaker()
  let snapshot = readSnapshot(paths)
  const launcher = createLauncher(paths, maker, () => snapshot?.genesisHash ?? '')
  const published = snapshot ?? (await firstSnapshot(paths, secrets, launcher, maker))
  snapshot = published
  const tail = openTail(paths, published.generation)
  const exclusively = createMutex()
  const failed = Promise.withResolvers<Error>()

  let from = published
  let floor = published.state.height
  let stopping = false
  let snapshotting: Promise<void> | undefined
  let spent = { transactions: 0, ms: 0 }
  let node = await boot()
  let current = Promise.resolve(node)
  watch(node)

  async function boot(): Promise<Node> {
    const fresh = await launcher.fromSnapshot(from, tail.first)
    try {
      const started = performance.now()
      await catchUp(fresh, tail)
      spent = { transactions: transactionsIn(tail), ms: performance.now() - started }
      await setClock(fresh)
    } catch (error) {
      await fresh.anvil.kill()
      throw error
    }
    return fresh
  }

  function watch(fresh: Node): void {
    fresh.anvil.gone.then((reason) => repair(fresh, reason))
  }

  /** Starts the replacement of a node that is gone; once, however many notice. */
  function repair(gone: Node, reason: string): void {
    if (stopping || gone !== node) return
    options.log(`anvil ended (${reason}); starting it again`)
    current = rebuild()
    current.then(options.changed, failed.resolve)
  }

  let rebuilding = 0
  async function rebuild(): Promise<Node> {
    rebuilding += 1
    const mine = rebuilding
    for (let attempt = 1; ; attempt += 1) {
      try {
        const fresh = await boot()
        const { hash } = node.state
        if (sameBlocks(node, fresh)) options.log(`anvil is back after ${tail.end - tail.first} journal entries`)
        else options.log(`anvil is back with other blocks than before: ${fresh.state.hash} where ${hash} was`)
        node = fresh
        watch(fresh)
        return fresh
      } catch (error) {
        if (stopping || mine !== rebuilding || attempt === REPAIR_ATTEMPTS) throw error
        options.log(`anvil could not be started again (${String(error)})`)
      }
    }
  }

  async function living(deadline: number): Promise<Node> {
    const left = deadline - Date.now()
    if (left <= 0 || stopping) throw new NodeGone('repair')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NodeGone('repair takes too long')), left)
    })
    return Promise.race([current, late]).finally(() => clearTimeout(timer))
  }

  /** Asks the living node, and again the next one if it dies over the question. Only for reads. */
  async function ask<Result>(question: (node: Node) => Promise<Result>): Promise<Result> {
    for (const deadline = Date.now() + REPAIR_WAIT_MS; ; ) {
      const asked = await living(deadline)
      try {
        return await question(asked)
      } catch (error) {
        if (!(error instanceof NodeGone)) throw error
        if (asked === node) await replace(asked)
      }
    }
  }

  /** A node that does not answer is ended, so that there is never a doubt which one is the chain. */
  async function replace(silent: Node): Promise<void> {
    await silent.anvil.kill()
    repair(silent, 'it did not answer')
  }

  function commit(make: (now: number) => Entry): Promise<Outcome> {
    return exclusively(async () => {
      await living(Date.now() + REPAIR_WAIT_MS)
      const entry = make(Math.max(Math.floor(Date.now() / 1000), node.state.time))
      const sequence = tail.end
      tail.append(entry)
      const outcome = await applyOnce(sequence, entry)
      options.changed()
      if (spent.transactions >= options.snapshotAfter.transactions || spent.ms >= options.snapshotAfter.replayMs) {
        takeSnapshot().catch((error) => options.log(`no snapshot: ${String(error)}`))
      }
      return outcome
    })
  }

  /** The entry is in the journal: if the node dies over it, the repair's replay applies it, and has its outcome. */
  async function applyOnce(sequence: number, entry: Entry): Promise<Outcome> {
    for (;;) {
      const applying = await current
      if (applying.next > sequence) return applying.lastOutcome
      const started = performance.now()
      try {
        const outcome = await apply(applying.anvil.rpc, applying.state, entry)
        applying.next += 1
        applying.lastOutcome = outcome
        spent.transactions += entry.is === 'send' ? entry.raws.length : 1
        spent.ms += performance.now() - started
        return outcome
      } catch (error) {
        if (!(error instanceof NodeGone)) options.log(`anvil is out of step (${String(error)})`)
        if (applying === node) await replace(applying)
      }
    }
  }

  function takeSnapshot(): Promise<void> {
    snapshotting ??= renew().finally(() => {
      snapshotting = undefined
    })
    return snapshotting
  }

  /** Writes a snapshot and moves on to a fresh anvil made from it: the old one's memory is full of traces. */
  async function renew(): Promise<void> {
    spent = { transactions: 0, ms: 0 }
    const next = await writeSnapshot()
    if (stopping) return
    const fresh = await launcher.fromSnapshot(next.snapshot, next.first)
    try {
      await catchUp(fresh, tail)
      await exclusively(async () => {
        await catchUp(fresh, tail)
        await setClock(fresh)
        if (stopping) throw new Error('stopping')
        if (!sameBlocks(node, fresh)) throw new Error(`replay ends at ${fresh.state.hash}, not at ${node.state.hash}`)
        const old = node
        node = fresh
        watch(fresh)
        current = Promise.resolve(fresh)
        setTimeout(() => old.anvil.kill(), DRAIN_MS).unref()
      })
    } catch (error) {
      await fresh.anvil.kill()
      if (!stopping) throw error
    }
    options.changed()
  }

  async function writeSnapshot() {
    const begun = await exclusively(async () => {
      const dumped = await current
      const { generation, first } = tail.cut()
      floor = dumped.state.height
      const state = copyState(dumped.state)
      const dump = maker.dump(dumped.anvil.port, paths.state(generation))
      await dump.dumped
      return { snapshot: { generation, genesisHash: published.genesisHash, state }, first, written: dump.written }
    })
    await begun.written
    publishSnapshot(paths, begun.snapshot)
    from = begun.snapshot
    tail.drop(begun.snapshot.generation, begun.first)
    return begun
  }

  async function stop(): Promise<void> {
    const worthIt = tail.end > tail.first && !snapshotting
    if (worthIt) await Promise.race([writeSnapshot().catch(() => {}), after(LAST_SNAPSHOT_MS)])
    stopping = true
    await exclusively(async () => {})
    await maker.close()
    await (await current.catch(() => node)).anvil.kill()
    tail.close()
  }

  return {
    genesisHash: published.genesisHash,
    get state() {
      return node.state
    },
    get pid() {
      return node.anvil.pid
    },
    get floor() {
      return floor
    },
    forward: (body) => ask(({ anvil }) => anvil.rpc.forward(body)),
    call: (method, params) => ask(({ anvil }) => anvil.rpc.call(method, params)),
    commit,
    snapshot: takeSnapshot,
    failed: failed.promise,
    stop,
  }
}

/** After a replay the node's clock stands where the journal was; questions about a pending block should see today. */
async function setClock(node: Node): Promise<void> {
  const now = Math.max(Math.floor(Date.now() / 1000), node.state.time)
  await node.anvil.rpc.call('evm_setTime', [now]).catch((error) => {
    if (!(error instanceof RpcError)) throw error
  })
}

/** False if both have applied the same entries and yet stand at different blocks. */
function sameBlocks(one: Node, other: Node): boolean {
  return one.next !== other.next || one.state.hash === other.state.hash
}

function transactionsIn(tail: { at(sequence: number): Entry | undefined; first: number }): number {
  let count = 0
  for (let at = tail.first, entry = tail.at(at); entry; at += 1, entry = tail.at(at)) {
    count += entry.is === 'send' ? entry.raws.length : 1
  }
  return count
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
