import * as z from 'zod/mini'
import type { ProviderFailure } from '../provider/protocol.ts'
import { codes } from '../provider/protocol.ts'
import { item } from '../store/item.ts'

/** A page that waits for an answer: the bridge in that tab knows the question by its key. */
const Waiter = z.strictObject({ tabId: z.number(), key: z.string() })
export type Waiter = z.infer<typeof Waiter>

const Failure = z.strictObject({
  code: z.number(),
  message: z.string(),
  data: z.optional(z.strictObject({ retryAfter: z.number() })),
})

/** A question that only the person can answer. It is bound to the gateway that was active when it was asked. */
export const Approval = z.strictObject({
  id: z.string(),
  origin: z.string(),
  method: z.enum(['sotto_requestPermissions', 'sotto_requestAddressCard']),
  purpose: z.nullable(z.string()),
  profileId: z.nullable(z.string()),
  askedAt: z.number(),
  waiters: z.array(Waiter),
  /** Decided and not yet told to every page that waits: told again when the worker wakes. */
  outcome: z.nullable(z.union([z.strictObject({ value: z.unknown() }), z.strictObject({ failure: Failure })])),
})
export type Approval = z.infer<typeof Approval>

export const Queue = z.strictObject({
  list: z.array(Approval),
  /** The one window in which all are asked, one after the other. */
  windowId: z.nullable(z.number()),
  /** When each origin was refused, for as long as it counts. */
  refusals: z.record(z.string(), z.array(z.number())),
})
export type Queue = z.infer<typeof Queue>

export const emptyQueue: Queue = { list: [], windowId: null, refusals: {} }

export const approvals = item<Queue>('session', 'approvals', Queue, emptyQueue)

export const WAITING_PER_ORIGIN = 3
export const WAITING_MAX = 10
export const WAITERS_MAX = 64
const REFUSALS_MUTE = 3
const MUTE_MS = 60_000

export type Asked = Pick<Approval, 'origin' | 'method' | 'purpose' | 'profileId'>

/** What a new question does to the queue: it joins an equal one, is added, or is refused at once. Pure. */
export function enqueue(
  queue: Queue,
  asked: Asked,
  waiter: Waiter,
  now: number,
  id: string,
): { queue: Queue; refused?: ProviderFailure } {
  const muted = muteLeft(queue.refusals[asked.origin] ?? [], now)
  if (muted > 0) return { queue, refused: tooMany('This site was refused too often.', muted) }
  const waiting = queue.list.filter((each) => each.outcome === null)
  const mine = waiting.filter((each) => each.origin === asked.origin)
  const same = mine.find((each) => each.method === asked.method && each.purpose === asked.purpose)
  if (same !== undefined) return join(queue, same, waiter)
  if (mine.some((each) => each.method !== asked.method))
    return { queue, refused: { code: codes.alreadyAsked, message: 'The person is being asked for this already.' } }
  if (mine.length >= WAITING_PER_ORIGIN || waiting.length >= WAITING_MAX)
    return { queue, refused: tooMany('Too many requests wait for the person.', 10_000) }
  const approval: Approval = { ...asked, id, askedAt: now, waiters: [waiter], outcome: null }
  return { queue: { ...queue, list: [...queue.list, approval] } }
}

function join(queue: Queue, same: Approval, waiter: Waiter): { queue: Queue; refused?: ProviderFailure } {
  if (same.waiters.length >= WAITERS_MAX)
    return { queue, refused: tooMany('Too many requests wait for the person.', 10_000) }
  const joined = { ...same, waiters: [...same.waiters, waiter] }
  return { queue: { ...queue, list: queue.list.map((each) => (each.id === same.id ? joined : each)) } }
}

const tooMany = (message: string, waitMs: number): ProviderFailure => ({
  code: codes.tooMany,
  message,
  data: { retryAfter: Math.ceil(waitMs / 1000) },
})

/** Milliseconds for which an origin is not heard: a minute from the third refusal within one. */
export function muteLeft(refusals: number[], now: number): number {
  const recent = refusals.filter((at) => at > now - MUTE_MS && at <= now)
  const last = recent.at(-1)
  return recent.length < REFUSALS_MUTE || last === undefined ? 0 : last + MUTE_MS - now
}

/** Counts a refusal by the person, and forgets those that count no more. */
export function countRefusal(queue: Queue, origin: string, now: number): Queue {
  const kept = Object.entries({ ...queue.refusals, [origin]: [...(queue.refusals[origin] ?? []), now] })
    .map(([each, times]) => [each, times.filter((at) => at > now - MUTE_MS)] as const)
    .filter(([, times]) => times.length > 0)
  return { ...queue, refusals: Object.fromEntries(kept) }
}

/** Pages that went away wait for nothing; a question that nobody waits for is not asked. */
export function withdraw(queue: Queue, gone: (waiter: Waiter) => boolean): Queue {
  const list = queue.list
    .map((each) => ({ ...each, waiters: each.waiters.filter((waiter) => !gone(waiter)) }))
    .filter((each) => each.waiters.length > 0)
  return { ...queue, list }
}
