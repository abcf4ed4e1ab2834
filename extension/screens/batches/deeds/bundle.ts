import { strToU8, Zip, ZipPassThrough } from 'fflate'
import type { Batch } from '#shared/model/batch.ts'
import { read } from '../../../background/ask.ts'
import { fileName } from '../../../ui/notas/file-name.ts'
import { patientUntil } from '../../../ui/reads/patience.ts'
import { resultName } from '../model.ts'

/** Each receipt asks the chain: a page of this many is answered within seconds. */
const PAGE = 25
/** A batch has at most 10,000 rows, and a hostile gateway names any number. */
const PAGES_MAX = 10_000 / PAGE

export type Bundle = {
  zip: Blob
  /** Settled rows that have no receipt now. */
  missing: number
}

type Progress = (done: number, of: number) => void

/**
 * The results of a batch as CSV and pain.002, and the receipts of its settled rows, as one archive. Where the wallet has read as
 * much as it may in a minute, it waits. Names in it tell nothing of people or amounts. Rejects with `Failed`, and with the reason
 * of `signal` once that is aborted.
 */
export async function bundleOf(
  profileId: string,
  batch: Batch,
  progress: Progress,
  signal: AbortSignal,
): Promise<Bundle> {
  const { id } = batch
  const name = resultName(batch)
  const patiently = patientUntil(signal)
  const { add, end } = archive()
  add(`${name}.csv`, await patiently(() => read(profileId, 'batchResult', { id })))
  add(`${name}.xml`, await patiently(() => read(profileId, 'batchReportXml', { id })))
  let missing = 0
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { id, page, pageSize: PAGE }
    const { items, total } = await patiently(() => read(profileId, 'batchReceipts', query))
    for (const { row, transactionId, nota } of items.slice(0, PAGE)) {
      if (nota === null) missing++
      else add(`receipts/${fileName(`${row}-${transactionId ?? 'receipt'}`, 'nota')}`, nota)
    }
    progress(Math.min(page * PAGE, total), total)
    if (page * PAGE >= total) break
  }
  return { zip: end(), missing }
}

/** Files are stored as they are: to compress them the package of the wallet would grow by more than they shrink. */
function archive() {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  return {
    add(name: string, text: string): void {
      const file = new ZipPassThrough(name)
      zip.add(file)
      file.push(strToU8(text), true)
    },
    end(): Blob {
      zip.end()
      return new Blob(parts)
    },
  }
}
