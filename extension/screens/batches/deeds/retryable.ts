import { read } from '../../../background/ask.ts'
import { patientUntil, pauseBefore, sleep } from '../../../ui/reads/patience.ts'
import { type Sum, sumsOf } from '../model.ts'

const PAGE = 100
/** A batch has at most 10,000 rows, and a hostile gateway names any number. */
const PAGES_MAX = 100

/**
 * The failed rows that were not retried before. The gateway leaves out those whose payment may have moved something. Where the
 * wallet has read as much as it may in a minute, it waits.
 */
export async function retryableOf(
  profileId: string,
  id: string,
  signal: AbortSignal,
): Promise<{ rows: number; sums: Sum[] }> {
  const patiently = patientUntil(signal)
  const found: Sum[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { id, page, pageSize: PAGE, status: 'FAILED' } as const
    await sleep(pauseBefore(page), signal)
    const { items, total } = await patiently(() => read(profileId, 'listBatchRows', query))
    for (const { retriedAs, token, amount } of items)
      if (retriedAs === null && token !== null && amount !== null) found.push({ token, amount })
    if (page * PAGE >= total) break
  }
  return { rows: found.length, sums: sumsOf({ totals: found }) }
}
