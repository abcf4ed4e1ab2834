import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from './node.ts'
import { NodeGone } from './rpc.ts'

/** The one anvil that is the chain, replaced whenever it dies. */
export type Living = {
  /** The newest one. Dead while it is being replaced; its state then says where the chain stood. */
  readonly node: Node
  /** The one that answers; waits for a replacement, up to half a minute, then throws `NodeGone`. */
  present(): Promise<Node>
  /** Asks, and asks the next one if this one dies over the question. Only for what changes nothing. */
  ask<Result>(question: (node: Node) => Promise<Result>): Promise<Result>
  /** Ends one that does not answer or is out of step, so that there is never a doubt which one is the chain. */
  replace(silent: Node): Promise<void>
  /** Lets another one take over. The old one finishes what it was asked. */
  adopt(fresh: Node): void
  /** Resolves if none can be kept alive. */
  failed: Promise<Error>
  end(): Promise<void>
}

export type LivingOptions = {
  /** Starts an anvil and brings it to where the journal ends. */
  boot(): Promise<Node>
  log(line: string): void
  changed(): void
}

const REPAIR_WAIT_MS = 30_000
const REPAIR_ATTEMPTS = 5
/** A question over which anvil dies every time is not to kill it for ever. */
const QUESTION_ATTEMPTS = 3
const DRAIN_MS = 2_000

export async function keepAlive({ boot, log, changed }: LivingOptions): Promise<Living> {
  const failed = Promise.withResolvers<Error>()
  let ending = false
  let node = await boot()
  let current = Promise.resolve(node)
  watch(node)

  function watch(watched: Node): void {
    void watched.anvil.gone.then((reason) => repair(watched, reason))
  }

  /** Once for each that dies, however many notice. */
  let mourned: Node | undefined
  function repair(gone: Node, reason: string): void {
    if (ending || gone !== node || gone === mourned) return
    mourned = gone
    log(`anvil ended (${reason}); starting it again`)
    current = rebuild(gone)
    current.then(changed, failed.resolve)
  }

  async function rebuild(gone: Node): Promise<Node> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const fresh = await boot()
        if (standAlike(gone, fresh)) log('anvil is back')
        else log(`anvil is back with other blocks: ${fresh.state.hash} where ${gone.state.hash} was`)
        node = fresh
        watch(fresh)
        return fresh
      } catch (error) {
        if (ending || attempt === REPAIR_ATTEMPTS) throw error
        log(`anvil could not be started again (${String(error)})`)
      }
    }
  }

  async function present(deadline = Date.now() + REPAIR_WAIT_MS): Promise<Node> {
    if (ending || Date.now() >= deadline) throw new NodeGone('no anvil')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NodeGone('the repair takes too long')), deadline - Date.now())
    })
    return Promise.race([current, late]).finally(() => clearTimeout(timer))
  }

  async function replace(silent: Node): Promise<void> {
    await silent.anvil.kill()
    repair(silent, 'it did not answer')
  }

  return {
    get node() {
      return node
    },
    present,
    async ask(question) {
      const deadline = Date.now() + REPAIR_WAIT_MS
      for (let attempt = 1; ; attempt += 1) {
        const asked = await present(deadline)
        try {
          return await question(asked)
        } catch (error) {
          if (!(error instanceof NodeGone) || attempt === QUESTION_ATTEMPTS) throw error
          if (asked === node && !(await answers(asked))) await replace(asked)
        }
      }
    },
    replace,
    adopt(fresh) {
      const old = node
      node = fresh
      current = Promise.resolve(fresh)
      watch(fresh)
      setTimeout(() => old.anvil.kill(), DRAIN_MS).unref()
      changed()
    },
    failed: failed.promise,
    async end() {
      ending = true
      await (await current.catch(() => node)).anvil.kill()
    },
  }
}

/** Tells an anvil that is gone from a connection that broke: a replay for nothing would be a pity. */
async function answers({ anvil }: Node): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const chain = await anvil.rpc.call('eth_chainId').catch(() => undefined)
    if (chain !== undefined) return true
    await sleep(20)
  }
  return false
}

/** False if both have applied the same entries and yet stand at different blocks. */
export function standAlike(one: Node, other: Node): boolean {
  return one.next !== other.next || one.state.hash === other.state.hash
}
