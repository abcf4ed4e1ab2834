import { read } from '../../../background/ask.ts'
import { type Sum, sumsOf } from '../model.ts'

const PAGE = 100
/** A batch has at most 10,000 rows, and a hostile gateway names any number. */
const PAGES_MAX = 100

/** The failed rows that were not retried before. The gateway leaves out those whose payment may have moved something. */
export async function retryableOf(profileId: string, id: string): Promise<{ rows: number; sums: Sum[] }> {
  const found: Sum[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { items, total } = await read(profileId, 'listBatchRows', { id, page, pageSize: PAGE, status: 'FAILED' })
    for (const { retriedAs, token, amount } of items)
      if (retriedAs === null && token !== null && amount !== null) found.push({ token, amount })
    if (page * PAGE >= total) break
  }
  return { rows: found.length, sums: sumsOf({ totals: found }) }
}
