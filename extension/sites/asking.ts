import { browser } from '../browser.ts'
import type { ProviderFailure } from '../provider/protocol.ts'
import { codes } from '../provider/protocol.ts'
import {
  type Approval,
  type Asked,
  approvals,
  countRefusal,
  enqueue,
  type Queue,
  type Waiter,
  withdraw,
} from './approval.ts'
import { tell } from './tell.ts'

const WIDTH = 380
const HEIGHT = 600

/** Puts a question before the person. Answers a refusal that needs nobody, or undefined while it waits. */
export async function askPerson(asked: Asked, waiter: Waiter, now: number): Promise<ProviderFailure | undefined> {
  let refused: ProviderFailure | undefined
  await approvals.update((before) => {
    const after = enqueue(before, asked, waiter, now, crypto.randomUUID())
    refused = after.refused
    return after.queue
  })
  if (refused === undefined) await showWindow()
  return refused
}

let opening: Promise<void> | undefined

/** One window for all questions. It is brought to the front where it is open already. */
function showWindow(): Promise<void> {
  opening ??= openWindow().finally(() => {
    opening = undefined
  })
  return opening
}

async function openWindow(): Promise<void> {
  const { windowId } = await approvals.get()
  if (windowId !== null) {
    const there = await browser.windows.update(windowId, { focused: true }).catch(() => undefined)
    if (there !== undefined) return
  }
  const url = browser.runtime.getURL('/approve.html')
  const made = await browser.windows.create({ url, type: 'popup', width: WIDTH, height: HEIGHT })
  await approvals.update((queue) => ({ ...queue, windowId: made.id ?? null }))
}

/** Ends a question with an answer: written first, so that a worker that is ended here tells it when it wakes. */
export async function settle(id: string, outcome: NonNullable<Approval['outcome']>): Promise<void> {
  await approvals.update((queue) => ({
    ...queue,
    list: queue.list.map((each) => (each.id === id && each.outcome === null ? { ...each, outcome } : each)),
  }))
  await deliver()
}

/** Tells every page what was decided, then forgets it. A page takes each answer once, however often it is told. */
export async function deliver(): Promise<void> {
  const decided = (await approvals.get()).list.filter((each) => each.outcome !== null)
  for (const { waiters, outcome } of decided) {
    if (outcome === null) continue
    await Promise.all(waiters.map(({ tabId, key }) => tell(tabId, { to: 'bridge', key, ...outcome })))
  }
  const told = new Set(decided.map(({ id }) => id))
  const { list } = await approvals.update((queue) => ({ ...queue, list: queue.list.filter(({ id }) => !told.has(id)) }))
  if (list.length === 0) await closeWindow()
}

async function closeWindow(): Promise<void> {
  const { windowId } = await approvals.get()
  if (windowId === null) return
  await approvals.update((queue) => ({ ...queue, windowId: null }))
  await browser.windows.remove(windowId).catch(() => undefined)
}

const refusedByPerson: ProviderFailure = { code: codes.refused, message: 'The person refused.' }

/** The person said no to one question. */
export async function refuse(id: string, now: number): Promise<void> {
  const asked = (await approvals.get()).list.find((each) => each.id === id)
  if (asked === undefined || asked.outcome !== null) return
  await approvals.update((queue) => countRefusal(queue, asked.origin, now))
  await settle(id, { failure: refusedByPerson })
}

/** Closing the window is a no to everything in it. */
export async function windowClosed(windowId: number, now: number): Promise<void> {
  const queue = await approvals.get()
  if (queue.windowId !== windowId) return
  await approvals.update((before) => ({ ...before, windowId: null }))
  for (const { id, outcome } of queue.list) if (outcome === null) await refuse(id, now)
}

/** Ends waiting questions for a reason that is not the person's no: the lock, another gateway, a site that was disabled. */
export async function endWaiting(which: (approval: Approval) => boolean, message: string): Promise<void> {
  const ended = (await approvals.get()).list.filter((each) => each.outcome === null && which(each))
  for (const { id } of ended) await settle(id, { failure: { code: codes.away, message } })
}

/** Pages that went away. */
export async function withdrawn(gone: (waiter: Waiter) => boolean): Promise<void> {
  const before = await approvals.get()
  if (!before.list.some(({ waiters }) => waiters.some(gone))) return
  const after: Queue = await approvals.update((queue) => withdraw(queue, gone))
  if (after.list.length === 0) await closeWindow()
}
