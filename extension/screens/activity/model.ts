import type { Transaction } from '#shared/model/transaction.ts'
import { onDay } from '#shared/ui/kit/values/ago.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { isFinished } from '../../intents/rules.ts'

/** Pages of the list, as far as they were read. */
export type Pages = {
  items: Transaction[]
  /** How many there are in all, as the newest answer says. */
  total: number
  /** How many pages were read. */
  read: number
}

export const PAGE_SIZE = 50

type Answer = { items: Transaction[]; total: number }

/**
 * What is known, with another page added or the first one read anew. Rows that came in meanwhile push others to later
 * pages: nothing is missed by that, but some rows come twice, and the later answer knows better how they stand.
 */
export function withPage(before: Pages | undefined, page: number, { items, total }: Answer): Pages {
  // A gateway may send more rows than asked for: the asked ones are enough.
  const taken = items.slice(0, PAGE_SIZE)
  const last = taken.at(-1)
  // What is not on the newest page any more, though its rows around it are, is gone: its block was taken back.
  const isGone = (item: Transaction) =>
    page === 1 && (taken.length >= total || (last !== undefined && newestFirst(item, last) < 0))
  const known = new Map((before?.items ?? []).filter((item) => !isGone(item)).map((item) => [item.id, item]))
  for (const item of taken) known.set(item.id, item)
  return { items: [...known.values()].sort(newestFirst), total, read: Math.max(before?.read ?? 0, page) }
}

/** The order of the API: newest first, and by ID where two began together. */
function newestFirst(one: Transaction, other: Transaction): number {
  const later = Date.parse(other.createdAt) - Date.parse(one.createdAt)
  return later !== 0 ? later : one.id < other.id ? 1 : -1
}

export function hasMore({ items, total, read }: Pages): boolean {
  return items.length < total && read * PAGE_SIZE < total
}

/** Payments of this browser that have not ended, newest first. */
export function underWay(intents: readonly OpenIntent[]): OpenIntent[] {
  return intents.filter((intent) => !isFinished(intent)).sort((one, other) => other.consentedAt - one.consentedAt)
}

/** The other transactions: what is shown as a payment under way is not listed a second time. */
export function withoutUnderWay(items: readonly Transaction[], intents: readonly OpenIntent[]): Transaction[] {
  const ids = new Set(intents.map(({ transactionId }) => transactionId))
  return items.filter(({ id }) => !ids.has(id))
}

export type Day = { day: string; items: Transaction[] }

/** By the days of the reader's time zone, in the order in which they come. */
export function byDay(items: readonly Transaction[]): Day[] {
  const days: Day[] = []
  for (const item of items) {
    const day = onDay(item.createdAt)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

export const EXPORT_PAGE_SIZE = 100
