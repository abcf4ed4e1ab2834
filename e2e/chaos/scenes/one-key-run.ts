import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#shared/client.ts'
import { Refused } from '#shared/refusal-codes.ts'
import { type Findings, problem } from '../checks/check.ts'
import { killReplicas } from '../faults/kill-replicas.ts'
import type { Kills } from '../faults/kills.ts'
import type { Random } from '../random.ts'
import type { Mode, Stage } from '../stage.ts'
import { type Intent, imagine } from '../traffic/intent.ts'
import { playScene } from './scene.ts'

/** `told`: how often each answer was given, the last ones and those before. */
export type OneKeyRun = { kills: Kills; findings: Findings; told: Map<string, number> }

const GATEWAYS = 3
/** So many keys at a time. */
const AT_ONCE = 4
const PATIENCE_MS = 15_000
const ANSWER_MS = 180_000

type Plan = { mode: Mode; keys: number; until: number; random: Random; say(text: string): void; stop?: AbortSignal }

/**
 * Each key goes to three gateways on one PostgreSQL at the same moment, while they are killed; each client asks its own one
 * again until it has an answer that lasts. All of them must be told of one payment.
 */
export async function oneKeyRun(plan: Plan): Promise<OneKeyRun> {
  let kills: Kills = { count: 0, by: new Map(), recoveries: [], stuck: [] }
  const told = new Map<string, number>()
  const wrong: string[] = []
  const options = { ...plan, engine: 'postgres' as const, replicas: GATEWAYS, clients: 0 }
  const findings = await playScene(options, async ({ stage, keepers, traffic, wallets }) => {
    const done = new AbortController()
    const limit = { kills: Number.MAX_SAFE_INTEGER, until: plan.until, stop: done.signal }
    const killing = killReplicas(stage, keepers, plan.random.fork('kills'), limit)
    let next = 0
    const worker = async (own: Random) => {
      while (next < plan.keys && performance.now() < plan.until && !plan.stop?.aborted) {
        const intent = imagine(own, wallets, `key-${next++}`)
        traffic.intents.push(intent)
        wrong.push(...(await askAll(stage, intent, told)))
        if (next % 50 === 0) plan.say(`${plan.mode}: ${next} keys`)
      }
    }
    const workers = Array.from({ length: AT_ONCE }, (_, index) => worker(plan.random.fork(`client ${index}`)))
    await Promise.all(workers).finally(() => done.abort())
    kills = await killing
  })
  for (const [answer, count] of [...told].sort()) plan.say(`${plan.mode}: ${count} times ${answer}`)
  findings.problems.push(...wrong.map((text) => problem('doubled', text)))
  findings.problems.push(...kills.stuck.map((text) => problem('stuck', text)))
  return { kills, findings, told }
}

/** Flaws of the answers: answers about different payments, or one that says that nothing was paid. */
async function askAll(stage: Stage, intent: Intent, told: Map<string, number>): Promise<string[]> {
  const answers = await Promise.all(
    stage.replicas.map((replica) => askUntilTold(`http://127.0.0.1:${replica.SOTTO_PORT}`, intent, told)),
  )
  const made = answers.filter((answer) => answer.startsWith('made'))
  intent.outcome = made.length > 0 ? 'made' : answers.every((answer) => answer.startsWith('400')) ? 'refused' : 'open'
  if (new Set(answers).size === 1) return []
  return [`${intent.key} was answered differently: ${answers.join(', ')}`]
}

/** As clients do: what got no answer, or one that says so, is asked again with its key. */
async function askUntilTold(origin: string, intent: Intent, told: Map<string, number>): Promise<string> {
  const api = createClient({ origin, apiKey: intent.account.apiKey })
  let last = 'no answer'
  for (const until = performance.now() + ANSWER_MS; performance.now() < until; await sleep(100)) {
    intent.asked += 1
    const options = { idempotencyKey: intent.key, signal: AbortSignal.timeout(PATIENCE_MS) }
    const asked = api[intent.verb](intent.body as never, options)
    const { answer, lasts } = await asked.then(
      ({ transaction }) => {
        intent.ids.add(transaction.id)
        return { answer: `made ${transaction.id}`, lasts: true }
      },
      (error: unknown) => refusal(error),
    )
    const kind = answer.startsWith('made') ? 'made' : answer
    told.set(kind, (told.get(kind) ?? 0) + 1)
    last = answer
    if (lasts) return answer
  }
  return last
}

/** A refusal with the status of a broken gateway or relayer says that nothing was paid, and lasts. */
function refusal(error: unknown): { answer: string; lasts: boolean } {
  if (!(error instanceof Refused)) return { answer: 'no answer', lasts: false }
  const asksAgain = error.status === 503 || error.status === 429 || error.code === 'idempotency_in_progress'
  return { answer: `${error.status} ${error.code}`, lasts: !asksAgain }
}
