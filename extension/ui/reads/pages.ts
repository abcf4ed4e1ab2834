/** Lists of at most so many pages are polled: 32 reads in the first minute, of the 80 that the wallet may make in one. */
const POLLED = 4
/** A gateway names any number. */
const PAGES_MAX = 100

export const isPolled = (pages: number) => pages <= POLLED

type Answer<T> = { items: T[]; total: number }

/**
 * So many pages of a list, all asked for anew: what has happened meanwhile may be on any of them. A gateway may send more rows than
 * asked for: the asked ones are enough.
 */
export async function readPages<T extends { id: string }>(
  pages: number,
  pageSize: number,
  read: (query: { page: number; pageSize: number }) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const known = new Map<string, T>()
  let total = 0
  for (let page = 1; page <= Math.min(pages, PAGES_MAX) && (page === 1 || known.size < total); page++) {
    const answer = await read({ page, pageSize })
    for (const item of answer.items.slice(0, pageSize)) known.set(item.id, item)
    total = answer.total
  }
  return { items: [...known.values()], total: Math.max(total, known.size) }
}
