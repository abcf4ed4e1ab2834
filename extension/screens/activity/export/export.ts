import type { Transaction } from '#shared/model/transaction.ts'
import { patiently, pauseBefore } from '../../../ui/reads/patience.ts'
import { EXPORT_PAGE_SIZE } from '../model.ts'

export type ExportWork = {
  /** A page of `EXPORT_PAGE_SIZE` rows, from 1. */
  readPage: (page: number) => Promise<{ items: Transaction[]; total: number }>
  /** Rejects where the export is given up. */
  sleep: (ms: number) => Promise<void>
  onRead: (read: number, total: number) => void
}

/** More than anybody opens in a spreadsheet; a gateway that never comes to an end must not fill the memory. */
const ROWS_MAX = 100_000

/** Every row that matches, page after page, within the wallet's own limits: where it is told to wait, it waits. */
export async function collectAll({ readPage, sleep, onRead }: ExportWork): Promise<Transaction[]> {
  const rows = new Map<string, Transaction>()
  for (let page = 1; rows.size < ROWS_MAX; page++) {
    const pause = pauseBefore(page)
    if (pause > 0) await sleep(pause)
    const { items, total } = await patiently(() => readPage(page), sleep)
    const before = rows.size
    // Rows that came in meanwhile push others to the next page, where they are met again.
    for (const item of items) rows.set(item.id, item)
    onRead(rows.size, total)
    if (rows.size === before || page * EXPORT_PAGE_SIZE >= total) break
  }
  return [...rows.values()]
}
