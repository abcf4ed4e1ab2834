import { csvLine } from '#shared/files/csv.ts'
import type { BatchRow } from '#shared/model/batch.ts'

const COLUMNS = [
  ...['row', 'line', 'status', 'walletId', 'amount', 'token', 'to', 'name', 'externalId', 'memo'],
  ...['transactionId', 'txHash', 'error', 'retryOf', 'retriedAs'],
] as const satisfies readonly (keyof BatchRow)[]

/** Every row of a batch as a table, with what became of it. */
export async function resultCsv(rows: AsyncIterable<BatchRow>): Promise<string> {
  const lines = [csvLine(COLUMNS)]
  for await (const row of rows) lines.push(csvLine(COLUMNS.map((name) => String(row[name] ?? ''))))
  return lines.join('')
}
