import { existsSync, rmSync, writeFileSync } from 'node:fs'
import type { Client } from '#shared/client.ts'
import { printableLine } from '../../../world/printable.ts'
import { systemWords } from '../../explain.ts'
import { tell } from '../../print.ts'
import { more, placeOf } from './describe-batch.ts'

/** Files that are to hold what became of the rows. */
export type Files = { result?: string; pain002?: string }

/** Before anything is paid: a file that stands is not written over, and one that cannot be made is told. */
export function requireFree(files: readonly (string | undefined)[]): void {
  for (const file of files) {
    if (file === undefined) continue
    if (existsSync(file)) throw new Error(`${printableLine(file)} is there already: choose another name.`)
    writing(() => writeFileSync(file, '', { flag: 'wx' }))
    rmSync(file)
  }
}

/** Throws in words for a person. */
function writing(write: () => void): void {
  try {
    write()
  } catch (cause) {
    const why = systemWords(cause) ?? (cause as Error).message
    throw new Error(`The results cannot be written: ${printableLine(why)}`, { cause })
  }
}

/** Rows of a batch with what became of each, as CSV and as pain.002. */
export async function writeResults(
  api: Pick<Client, 'batchResult' | 'batchReportXml'>,
  id: string,
  { result, pain002 }: Files,
): Promise<void> {
  const write = async (file: string | undefined, text: () => Promise<string>) => {
    if (file === undefined) return
    const content = await text()
    writing(() => writeFileSync(file, content, { flag: 'wx' }))
    tell(`${printableLine(file)} says what became of each row.\n`)
  }
  await write(result, () => api.batchResult({ id }))
  await write(pain002, () => api.batchReportXml({ id }))
}

/** Failed rows that are told to a person: the file of results has all. */
const TOLD = 20

/** Why rows failed. Nothing where the gateway does not say: how many did is told anyway. */
export async function failedRows(api: Pick<Client, 'listBatchRows'>, id: string): Promise<string[]> {
  const page = await api.listBatchRows({ id, status: 'FAILED', pageSize: TOLD }).catch(() => undefined)
  const lines = page?.items.map(({ row, line, error }) => `  ${placeOf(row, line)}: ${error ?? 'failed'}`) ?? []
  return [...lines, ...more((page?.total ?? 0) - lines.length)].map(printableLine)
}
