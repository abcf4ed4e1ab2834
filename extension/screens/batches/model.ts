import type { Batch, Duplicate, RowStatus } from '#shared/model/batch.ts'
import { formatUnits, parseAmount } from '#shared/model/money.ts'

/** What a person can do with a batch. */
export type Deed = 'start' | 'pause' | 'resume' | 'cancel' | 'retry'

export function deedsOf(batch: Batch): Deed[] {
  const retry: Deed[] = rowsIn(batch, 'FAILED') > 0 ? ['retry'] : []
  switch (batch.status) {
    case 'DRAFT':
      return rowsIn(batch, 'WAITING') > 0 ? ['cancel', 'start'] : ['cancel']
    case 'RUNNING':
      // What fails meanwhile would be retried too, which no review has shown.
      return ['cancel', 'pause']
    case 'PAUSED':
      // A retry would go on with the waiting rows too, which only the review of a resumption shows.
      return ['cancel', 'resume']
    case 'DONE':
      return retry
    case 'CANCELLED':
      return []
  }
}

/** Why the gateway pauses a batch: a flaw that every later row would meet as well, or a backup that was restored. */
export type LastingReason =
  | 'insufficient_balance'
  | 'insufficient_gas'
  | 'gas_price'
  | 'unknown_wallet'
  | 'external_wallet'
  | 'restored'

/** How many rows have this status. */
export function rowsIn({ progress }: Pick<Batch, 'progress'>, status: RowStatus): number {
  return progress.find((each) => each.status === status)?.rows ?? 0
}

/** Nothing changes by itself any more. */
export function isOver(batch: Batch): boolean {
  return (batch.status === 'DONE' || batch.status === 'CANCELLED') && rowsIn(batch, 'PENDING') === 0
}

export type Reach = {
  /** Rows that were paid, or have failed. */
  ended: number
  /** Rows that were or are to be paid. */
  of: number
}

/** How far a batch is. Rows with flaws are never paid, and not counted. */
export function reachOf(batch: Batch): Reach {
  const ended = rowsIn(batch, 'SETTLED') + rowsIn(batch, 'FAILED')
  return { ended, of: Math.max(ended, batch.rows - rowsIn(batch, 'INVALID')) }
}

/** Another text where something happened to a row. */
export function signOfRows({ status, progress, rows }: Batch): string {
  return [status, rows, ...progress.map((each) => `${each.status} ${each.rows}`)].join()
}

export type Sum = { token: string; amount: string }

/** What rows come to, by token. */
export function sumsOf({ totals }: { totals: readonly Sum[] }): Sum[] {
  const sums = new Map<string, bigint>()
  for (const { token, amount } of totals) sums.set(token, (sums.get(token) ?? 0n) + (parseAmount(amount) ?? 0n))
  return [...sums].map(([token, units]) => ({ token, amount: formatUnits(units) }))
}

/** What a person has to know before a draft is paid. */
export const cautions = ['nothing', 'uncovered', 'gas', 'denied', 'flaws', 'duplicates', 'waits', 'unknown'] as const
export type Caution = (typeof cautions)[number]

/** What to be careful of, the worst first, and of how many rows or wallets. */
export function cautionsOf(batch: Batch): { caution: Caution; count: number }[] {
  const { report } = batch
  const invalid = rowsIn(batch, 'INVALID')
  const isAny = rowsIn(batch, 'WAITING') > 0
  const is = (covered: boolean | null) => (each: { covered: boolean | null }) => each.covered === covered
  const counts: Record<Caution, number> = {
    nothing: isAny ? 0 : invalid,
    uncovered: report.totals.filter(is(false)).length,
    gas: report.gas.filter(is(false)).length,
    denied: report.denied ?? 0,
    flaws: isAny ? invalid : 0,
    duplicates: report.duplicates,
    waits: report.waits ?? 0,
    unknown: new Set([...report.totals, ...report.gas].filter(is(null)).map(({ walletId }) => walletId)).size,
  }
  return cautions.filter((caution) => counts[caution] > 0).map((caution) => ({ caution, count: counts[caution] }))
}

/** What a row pays the same as. */
export type Twin =
  | { is: 'row'; row: number }
  | { is: 'batch'; id: string; row: number | null; at: string | null }
  | { is: 'payment'; id: string; at: string | null }

export function twinOf({ of: { row, batchId, transactionId, at } }: Duplicate): Twin | undefined {
  if (batchId !== null) return { is: 'batch', id: batchId, row, at }
  if (transactionId !== null) return { is: 'payment', id: transactionId, at }
  return row === null ? undefined : { is: 'row', row }
}

/** What a file of results is called: neither amount nor name is in it. */
export function resultName({ id }: Pick<Batch, 'id'>): string {
  return `batch-${id.slice(0, 10)}`
}
