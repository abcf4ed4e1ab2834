import type { Transaction } from '#shared/model/transaction.ts'

type Page = { list: Transaction[]; total: number; at: number }

/**
 * The newest transactions with one as it is now. What is known may be newer than what is heard: after a stream was cut, its
 * last events may come twice.
 */
export function withNewest(page: Page, row: Transaction, most: number): Page {
  const known = page.list.find(({ id }) => id === row.id)
  if (known !== undefined && Date.parse(known.updatedAt) > Date.parse(row.updatedAt)) return page
  const list = [...page.list.filter(({ id }) => id !== row.id), row].sort(newestFirst).slice(0, most)
  // A row that is older than all shown may have been counted before or not: mostly it was.
  const isNew = known === undefined && list.includes(row)
  return { ...page, list, total: isNew ? page.total + 1 : page.total }
}

export function withoutGone(page: Page, id: string): Page {
  const list = page.list.filter((each) => each.id !== id)
  return { ...page, list, total: Math.max(list.length, page.total - 1) }
}

/** The order of the API: newest first, and by ID where two began together. */
export function newestFirst(one: Transaction, other: Transaction): number {
  const later = Date.parse(other.createdAt) - Date.parse(one.createdAt)
  return later !== 0 ? later : one.id < other.id ? 1 : -1
}
