import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#shared/refusal-codes.ts'
import { isBrief } from '../../../gateway/testing/how-often.ts'
import type { Random } from '../random.ts'
import type { Stage } from '../stage.ts'
import { apiOf } from './api-of.ts'
import { type Intent, imagine } from './intent.ts'
import type { Wallet } from './wallets.ts'

export type Traffic = {
  intents: Intent[]
  /** Answers that no gateway should give, whatever is broken around it. */
  surprises: Map<string, number>
  /** Lets the clients begin nothing new until `resume`; what is under way goes on. */
  hold(): void
  resume(): void
  /** Begins nothing new, and waits until every client has its last answer, or gives up. */
  finish(withinMs: number): Promise<void>
  /** Asks for what was made once more, with the same keys: at most so many, picked at random. */
  repeat(count: number): Promise<void>
  /** Asks for payments again that a gateway has forgotten, with their keys, until each has an answer. */
  askAgain(forgotten: Intent[]): Promise<void>
}

/** An attempt that takes longer is given up by its client, who then asks again with the same key. */
const PATIENCE_MS = 9_000
/** At most so long a client rests between two payments. */
const PAUSE_MS = isBrief ? 400 : 60

type Heard = { id: string; status: string }

function hear(intent: Intent, { id, status }: Heard): void {
  intent.ids.add(id)
  if (status === 'SETTLED' || status === 'FAILED') intent.ends.push({ id, status })
}

/** `wish`: what a client wants next. */
export function startTraffic(
  stage: Stage,
  wallets: Wallet[],
  random: Random,
  clients: number,
  wish: typeof imagine = imagine,
): Traffic {
  const intents: Intent[] = []
  const surprises = new Map<string, number>()
  let going = true
  let gate: PromiseWithResolvers<void> | undefined
  let deadline = Number.POSITIVE_INFINITY
  let patience = Number.POSITIVE_INFINITY

  async function live(own: Random, name: string): Promise<void> {
    for (let count = 0; going; count++) {
      await gate?.promise
      if (!going) return
      const intent = wish(own, wallets, `${name}-${count}`)
      intents.push(intent)
      const once = () => carryOut(intent, own)
      await (own.chance(0.1) ? Promise.all([once(), once()]) : once())
      if (own.chance(0.5)) await readALittle(intent, own)
      await sleep(own.between(0, PAUSE_MS))
    }
  }

  async function carryOut(intent: Intent, own: Random): Promise<void> {
    while (intent.outcome === 'open' && performance.now() < deadline) {
      await ask(intent)
      if (intent.outcome === 'open') await sleep(own.between(20, 120))
    }
  }

  async function ask(intent: Intent): Promise<void> {
    intent.asked += 1
    const options = { idempotencyKey: intent.key, signal: AbortSignal.timeout(PATIENCE_MS) }
    try {
      const { transaction } = await apiOf(stage, intent.account)[intent.verb](intent.body as never, options)
      hear(intent, transaction)
      intent.outcome = 'made'
    } catch (error) {
      note(intent, error)
    }
  }

  /** Lost answers and temporary refusals leave the intent open: the client asks again. */
  function note(intent: Intent, error: unknown): void {
    if (!(error instanceof Refused)) {
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return
      surprise(`${intent.verb}: ${error instanceof Error ? error.message : String(error)}`)
      return
    }
    const { transaction } = (error.details ?? {}) as { transaction?: Heard }
    if (transaction?.id !== undefined) {
      hear(intent, transaction)
      intent.outcome = 'made'
    } else if (error.code === 'idempotency_mismatch' && hashIn(error.details) !== undefined) {
      intent.outcome = 'found'
      intent.foundHash = hashIn(error.details) as string
    } else if (error.status === 400) intent.outcome = 'refused'
    else if (!temporary.has(error.code)) surprise(`${intent.verb}: ${error.status} ${error.code}`)
  }

  function surprise(text: string): void {
    surprises.set(text, (surprises.get(text) ?? 0) + 1)
  }

  async function readALittle(intent: Intent, own: Random): Promise<void> {
    const [id] = intent.ids
    const api = apiOf(stage, intent.account)
    if (id !== undefined && own.chance(0.1)) await api.cancelTransaction({ id }).catch(() => undefined)
    const read = async () => {
      if (id === undefined) await api.listTransactions({})
      else hear(intent, (await api.getTransaction({ id })).transaction)
    }
    for (let reads = own.between(1, 3); reads > 0; reads--) await read().catch(() => undefined)
    if (own.chance(0.2)) await api.getBalances({}).catch(() => undefined)
  }

  const everyone = Array.from({ length: clients }, (_, index) => live(random.fork(`client ${index}`), `c${index}`))
  return {
    intents,
    surprises,
    hold: () => {
      gate ??= Promise.withResolvers<void>()
    },
    resume: () => {
      gate?.resolve()
      gate = undefined
    },
    async finish(withinMs) {
      patience = withinMs
      deadline = performance.now() + patience
      going = false
      gate?.resolve()
      await Promise.all(everyone)
    },
    async askAgain(forgotten) {
      deadline = performance.now() + patience
      for (const intent of forgotten) intent.outcome = 'open'
      await Promise.all(forgotten.map((intent) => carryOut(intent, random.fork(intent.key))))
    },
    async repeat(count) {
      const left = intents.filter(({ outcome }) => outcome === 'made')
      while (left.length > 0 && count-- > 0) {
        const [intent] = left.splice(random.between(0, left.length - 1), 1)
        if (intent !== undefined) await ask(intent)
      }
    },
  }
}

function hashIn(details: unknown): string | undefined {
  return (details as { txHash?: string } | undefined)?.txHash
}

/** What a gateway may answer while something is broken; the client tries again. */
const temporary = new Set([
  'idempotency_in_progress',
  'upstream_unavailable',
  'overloaded',
  'reconciling',
  'storage_unavailable',
  'rate_limited',
])
