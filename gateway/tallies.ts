import { Counter, Histogram, Registry } from 'prom-client'

/** What this process has counted since its start, whatever part of it: `/metrics` shows it beside what it asks the database. */
export const tallies = new Registry()
const registers = [tallies]

const nodeCalls = new Histogram({
  name: 'sotto_node_request_duration_seconds',
  help: 'Time until a node answered, its repeats included, by method.',
  labelNames: ['method', 'outcome'],
  buckets: [0.01, 0.05, 0.2, 0.5, 2, 10, 30],
  registers,
})
const relayerCalls = new Histogram({
  name: 'sotto_relayer_request_duration_seconds',
  help: 'Time until the relayer, or the prover of this process, answered, by the kind of request.',
  labelNames: ['what', 'outcome'],
  buckets: [0.1, 0.5, 2, 5, 15, 60, 180],
  registers,
})
const retries = new Counter({
  name: 'sotto_database_retries_total',
  help: 'Database transactions and statements that were begun again because of another one.',
  labelNames: ['reason'],
  registers,
})
const loopLag = new Histogram({
  name: 'sotto_event_loop_lag_seconds',
  help: 'How late a timer of a tenth of a second ran: so long everything waits.',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5],
  registers,
})
const pads = new Counter({
  name: 'sotto_pads_total',
  help: 'Proofs made ahead, and confidential payments that had none, by what became of them.',
  labelNames: ['outcome'],
  registers,
})
const padOutcomes = ['made', 'used', 'thrown away', 'none ready', 'no right', 'no contract'] as const
export type PadOutcome = (typeof padOutcomes)[number]
for (const outcome of padOutcomes) pads.inc({ outcome }, 0)
const deliveries = new Counter({
  name: 'sotto_webhook_tries_total',
  help: 'Events sent to webhooks, each try counted, by what became of them.',
  labelNames: ['outcome'],
  registers,
})
const deliveryOutcomes = ['delivered', 'refused', 'unanswered'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]
for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0)
for (const reason of ['conflict', 'busy'] as const) retries.inc({ reason }, 0)

const LOOK_MS = 100
let looks = false

/** Measures the event loop from now on, in a process where anyone asks for metrics. */
export function watchLoop(): void {
  if (looks) return
  looks = true
  let due = performance.now() + LOOK_MS
  setInterval(() => {
    const now = performance.now()
    loopLag.observe(Math.max(0, now - due) / 1_000)
    due = now + LOOK_MS
  }, LOOK_MS).unref()
}

/** `conflict`: of two serializable transactions. `busy`: another process writes to the file. */
export function countRetry(reason: 'conflict' | 'busy'): void {
  retries.inc({ reason })
}

/** `none ready`, `no right`, `no contract`: a confidential payment proved its amount for that reason. */
export function countPads(outcome: PadOutcome, count = 1): void {
  pads.inc({ outcome }, count)
}

/** `refused`: answered with another status than 2xx. */
export function countDelivery(outcome: DeliveryOutcome): void {
  deliveries.inc({ outcome })
}

/** Times a question to a node by its method, which is a label: nothing of what is asked may be. */
export function timeNode<T>(method: string, work: () => Promise<T>): Promise<T> {
  return timed(work, (outcome, seconds) => nodeCalls.observe({ method, outcome }, seconds))
}

/** The same of the relayer. `what`: one of a few words of ours. */
export function timeRelayer<T>(what: string, work: () => Promise<T>): Promise<T> {
  return timed(work, (outcome, seconds) => relayerCalls.observe({ what, outcome }, seconds))
}

async function timed<T>(work: () => Promise<T>, note: (outcome: 'answered' | 'failed', seconds: number) => void) {
  const begun = performance.now()
  const ended = (outcome: 'answered' | 'failed') => note(outcome, (performance.now() - begun) / 1_000)
  try {
    const answer = await work()
    ended('answered')
    return answer
  } catch (error) {
    ended('failed')
    throw error
  }
}
