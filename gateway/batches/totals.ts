import { type BatchProgress, RowStatus } from '#shared/model/batch.ts'
import { formatUnits } from '#shared/model/money.ts'

/** How many rows have a status, and how many units of each token they come to. */
type Total = { rows: number; units: Readonly<Record<string, bigint>> }
export type Totals = Readonly<Partial<Record<RowStatus, Total>>>

/** Of a row with a flaw there may be no amount. */
export type Counted = { token: string | null; units: bigint | null }

const NOTHING: Total = { rows: 0, units: {} }

export function added(totals: Totals, status: RowStatus, { token, units }: Counted, sign: 1 | -1 = 1): Totals {
  const { rows, units: sums } = totals[status] ?? NOTHING
  const sum =
    token === null || units === null ? sums : { ...sums, [token]: (sums[token] ?? 0n) + (sign === 1 ? units : -units) }
  return { ...totals, [status]: { rows: rows + sign, units: sum } }
}

export function moved(totals: Totals, from: RowStatus, to: RowStatus, counted: Counted): Totals {
  return added(added(totals, from, counted, -1), to, counted)
}

/** All that have one status have another. */
export function movedAll(totals: Totals, from: RowStatus, to: RowStatus): Totals {
  const some = totals[from] ?? NOTHING
  const { rows, units } = totals[to] ?? NOTHING
  const sums = Object.entries(some.units).map(([token, sum]) => [token, sum + (units[token] ?? 0n)] as const)
  const all = { rows: rows + some.rows, units: { ...units, ...Object.fromEntries(sums) } }
  return { ...totals, [from]: NOTHING, [to]: all }
}

export function rowsOf(totals: Totals, status: RowStatus): number {
  return totals[status]?.rows ?? 0
}

/** As the API shows it: every status that a row has. */
export function progressOf(totals: Totals): BatchProgress[] {
  return RowStatus.options.flatMap((status) => {
    const { rows, units } = totals[status] ?? NOTHING
    if (rows === 0) return []
    const amounts = Object.entries(units).filter(([, sum]) => sum > 0n)
    return [{ status, rows, amounts: amounts.map(([token, sum]) => ({ token, amount: formatUnits(sum) })) }]
  })
}

export function totalsText(totals: Totals): string {
  return JSON.stringify(totals, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

export function totalsIn(text: string): Totals {
  const stored = JSON.parse(text) as Record<string, { rows: number; units: Record<string, string> }>
  return Object.fromEntries(
    Object.entries(stored).map(([status, { rows, units }]) => [
      status,
      { rows, units: Object.fromEntries(Object.entries(units).map(([token, sum]) => [token, BigInt(sum)])) },
    ]),
  )
}
