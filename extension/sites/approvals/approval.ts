import * as z from 'zod/mini'
import type { ProviderFailure } from '../../provider/protocol.ts'
import { codes } from '../../provider/protocol.ts'
import { Grant } from '../grant.ts'

/** A page that waits for an answer: the bridge in that tab knows the question by its key. */
const Waiter = z.strictObject({ tabId: z.number(), key: z.string() })
export type Waiter = z.infer<typeof Waiter>

const Failure = z.strictObject({
  code: z.number(),
  message: z.string(),
  data: z.optional(z.strictObject({ retryAfter: z.number() })),
})

/** What a question came to. A grant that belongs to it is written down with it, and given when the page is told. */
const Outcome = z.union([
  z.strictObject({ value: z.unknown(), grant: z.optional(Grant) }),
  /** A payment, by the ID of its intent: the page is told once it is known how that goes. */
  z.strictObject({ payment: z.string() }),
  z.strictObject({ failure: Failure }),
])
export type Outcome = z.infer<typeof Outcome>

/** Whether a page can be told: not while it waits for the person, or for what becomes of a payment. */
export function isAnswer(outcome: Outcome | null): outcome is Exclude<Outcome, { payment: string }> {
  return outcome !== null && !('payment' in outcome)
}

/** A question that only the person can answer. It is bound to the gateway that was active when it was asked. */
export const Approval = z.strictObject({
  id: z.string(),
  origin: z.string(),
  method: z.enum(['sotto_requestPermissions', 'sotto_requestAddressCard', 'sotto_requestPayment']),
  purpose: z.nullable(z.string()),
  /** For a payment: the text of the request's nota, or the address of its page. */
  request: z.optional(z.string()),
  /** Null where no gateway was connected; then it is for the one that is connected meanwhile. */
  profileId: z.nullable(z.string()),
  askedAt: z.number(),
  waiters: z.array(Waiter),
  /** Decided and not yet told to every page that waits: told again when the worker wakes. */
  outcome: z.nullable(Outcome),
})
export type Approval = z.infer<typeof Approval>

export const Queue = z.strictObject({
  list: z.array(Approval),
  /** The one window in which all are asked, one after the other. */
  windowId: z.nullable(z.number()),
  /** When each origin was refused, or took back what it asked, for as long as it counts. */
  refusals: z.record(z.string(), z.array(z.number())),
})
export type Queue = z.infer<typeof Queue>

export const emptyQueue: Queue = { list: [], windowId: null, refusals: {} }

export const WAITING_PER_ORIGIN = 3
export const WAITING_MAX = 10
export const WAITERS_MAX = 64
const REFUSALS_MUTE = 3
const MUTE_MS = 60_000

export type Asked = Pick<Approval, 'origin' | 'method' | 'purpose' | 'request' | 'profileId'>
type Change = { queue: Queue; refused?: ProviderFailure }

export const isWaiting = ({ outcome }: Approval): boolean => outcome === null

/** What a new question does to the queue: it joins an equal one, is added, or is refused at once. Pure. */
export function enqueue(queue: Queue, asked: Asked, waiter: Waiter, now: number, id: string): Change {
  const waiting = queue.list.filter(isWaiting)
  // A bridge whose worker was ended asks again.
  if (waiting.some(({ waiters }) => waiters.some(({ key }) => key === waiter.key))) return { queue }
  const muted = muteLeft(queue.refusals[asked.origin] ?? [], now)
  if (muted > 0) return { queue, refused: tooMany('This site was refused too often.', Math.ceil(muted / 1000)) }
  const mine = waiting.filter((each) => each.origin === asked.origin)
  const isSame = ({ method, purpose, request }: Approval) =>
    method === asked.method && purpose === asked.purpose && request === asked.request
  const same = mine.find(isSame)
  if (same !== undefined) return join(queue, same, waiter)
  if (mine.some((each) => each.method !== asked.method))
    return { queue, refused: { code: codes.alreadyAsked, message: 'Asked already.' } }
  if (mine.length >= WAITING_PER_ORIGIN || waiting.length >= WAITING_MAX) return { queue, refused: crowded }
  const approval: Approval = { ...asked, id, askedAt: now, waiters: [waiter], outcome: null }
  return { queue: { ...queue, list: [...queue.list, approval] } }
}

function join(queue: Queue, same: Approval, waiter: Waiter): Change {
  if (same.waiters.length >= WAITERS_MAX) return { queue, refused: crowded }
  const joined = { ...same, waiters: [...same.waiters, waiter] }
  return { queue: { ...queue, list: queue.list.map((each) => (each.id === same.id ? joined : each)) } }
}

export const tooMany = (message: string, retryAfter: number): ProviderFailure => ({
  code: codes.tooMany,
  message,
  data: { retryAfter },
})
const crowded = tooMany('Too many wait.', 10)

/** Milliseconds for which an origin is not heard: a minute from the third refusal within one. */
export function muteLeft(refusals: number[], now: number): number {
  const recent = refusals.filter((at) => at > now - MUTE_MS && at <= now)
  const last = recent.at(-1)
  return recent.length < REFUSALS_MUTE || last === undefined ? 0 : last + MUTE_MS - now
}

/** Counts one refusal of each of these origins, and forgets those that count no more. */
export function countRefusals(queue: Queue, origins: Iterable<string>, now: number): Queue {
  const refusals: Queue['refusals'] = {}
  for (const [origin, times] of Object.entries(queue.refusals)) {
    const kept = times.filter((at) => at > now - MUTE_MS && at <= now)
    if (kept.length > 0) refusals[origin] = kept
  }
  for (const origin of new Set(origins)) refusals[origin] = [...(refusals[origin] ?? []), now]
  return { ...queue, refusals }
}

/** Ends what waits: each question for which there is an outcome. Earlier decisions stay. */
export function settle(queue: Queue, outcomeOf: (waiting: Approval) => Outcome | undefined): Queue {
  const ended = (each: Approval) => (isWaiting(each) ? { ...each, outcome: outcomeOf(each) ?? null } : each)
  return { ...queue, list: queue.list.map(ended) }
}

/** The queue with an answer to a question, unless the person has decided about it since it was read. */
export function answered(queue: Queue, { id, outcome: before }: Approval, outcome: Outcome): Queue {
  const isAsRead = (each: Approval) => each.id === id && JSON.stringify(each.outcome) === JSON.stringify(before)
  return { ...queue, list: queue.list.map((each) => (isAsRead(each) ? { ...each, outcome } : each)) }
}

/** The person said no to these: one act, however many questions of a site it ends. */
export function refuse(queue: Queue, which: (waiting: Approval) => boolean, now: number): Queue {
  const ended = queue.list.filter((each) => isWaiting(each) && which(each))
  const origins = ended.map(({ origin }) => origin)
  return settle(countRefusals(queue, origins, now), (each) => (which(each) ? { failure: refusedByPerson } : undefined))
}

const refusedByPerson: ProviderFailure = { code: codes.refused, message: 'The person refused.' }

/**
 * Pages that went away wait for nothing, and a question without a waiting page is not asked. One that was seen counts as
 * refused: a page must not open window after window. `unseen`: one that no window has shown. Earlier decisions are not undone.
 */
export function withdraw(queue: Queue, gone: (waiter: Waiter) => boolean, now: number, unseen?: string): Queue {
  const list = queue.list.map((each) =>
    isWaiting(each) ? { ...each, waiters: each.waiters.filter((waiter) => !gone(waiter)) } : each,
  )
  const left = list.filter((each) => isWaiting(each) && each.waiters.length === 0)
  const origins = left.flatMap(({ id, origin }) => (id === unseen ? [] : origin))
  return countRefusals({ ...queue, list: list.filter((each) => !left.includes(each)) }, origins, now)
}
