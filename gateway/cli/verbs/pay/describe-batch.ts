import type { Batch, BatchReport, RowStatus } from '#shared/model/batch.ts'
import { printableLine } from '../../../world/printable.ts'
import { counted } from '../../counted.ts'

/** Flaws and duplicates that are shown to a person: more have one cause. */
const SHOWN = 20

export const rowsIn = ({ progress }: Pick<Batch, 'progress'>, status: RowStatus): number =>
  progress.find((one) => one.status === status)?.rows ?? 0

/** The draft's report, for a person who is asked whether it is to be paid. */
export function describeReport(batch: Batch): string {
  const { report, id, name, rows } = batch
  const title = name === null ? '' : ` "${name}"`
  return [
    `Batch ${id}${title}: ${counted(rows, 'row')}`,
    ...report.totals.map(
      ({ walletId, token, rows: paid, amount, available, covered }) =>
        `  pays    ${counted(paid, 'row')}, ${amount} ${token} from ${walletId}${ofWhat(available, covered, token)}`,
    ),
    ...report.gas.map(
      ({ walletId, needs, has, covered }) =>
        `  gas     about ${needs} ETH of ${walletId}${ofWhat(has, covered, 'ETH')}`,
    ),
    ...flawLines(report),
    ...duplicateLines(report),
    ...verdictLines(report),
    `  takes   about ${report.seconds} s${report.proofs === 0 ? '' : `, ${counted(report.proofs, 'proof')}`}`,
  ]
    .map(printableLine)
    .join('\n')
}

function ofWhat(has: string | null, covered: boolean | null, unit: string): string {
  if (has === null) return ''
  return `, which has ${has} ${unit}${covered === false ? ': NOT ENOUGH' : ''}`
}

function flawLines({ flaws, firstFlaws }: BatchReport): string[] {
  if (flaws === 0) return []
  const shown = firstFlaws.slice(0, SHOWN)
  return [
    `  flaws   ${flaws}, and rows with flaws are never paid:`,
    ...shown.map(({ row, line, column, message }) => `    ${placeOf(row, line)}: ${`${column} ${message}`.trim()}`),
    ...more(flaws - shown.length),
  ]
}

/** When the newest payment was made that rows would repeat; null where none was. Older gateways say it of listed rows alone. */
export function newestDuplicateIn({ newestDuplicateAt, firstDuplicates }: BatchReport): string | null {
  const listed = firstDuplicates.flatMap(({ of }) => of.at ?? []).toSorted()
  return newestDuplicateAt === undefined ? (listed.at(-1) ?? null) : newestDuplicateAt
}

function duplicateLines(report: BatchReport): string[] {
  const { duplicates, firstDuplicates } = report
  if (duplicates === 0) return []
  const newest = newestDuplicateIn(report)
  const shown = firstDuplicates.slice(0, SHOWN)
  // Without a time none was paid: neither rows of this file nor those of a draft are, before it is started.
  const repeated =
    newest === null
      ? 'other rows, of this file or of a draft'
      : `payments, made or still to be made, the newest of ${newest}`
  return [
    `  twice?  ${counted(duplicates, 'row')} that ${duplicates === 1 ? 'repeats' : 'repeat'} ${repeated}:`,
    ...shown.map(({ row, line, of }) => {
      const other = of.batchId ?? of.transactionId
      const at = of.at === null ? '' : `, ${of.at}`
      return `    ${placeOf(row, line)}: as ${[of.row && `row ${of.row}`, other].filter(Boolean).join(' of ')}${at}`
    }),
    ...more(duplicates - shown.length),
  ]
}

/** Whose policy, in words. A newer gateway may know others. */
const whose = new Map<string, string>([
  ['account', "the account's policy"],
  ['api_key', "the API key's policy"],
  ['wallet', "the wallet's policy"],
])

function verdictLines({ denied = 0, waits = 0, firstVerdicts = [] }: BatchReport): string[] {
  if (denied + waits === 0) return []
  const shown = firstVerdicts.slice(0, SHOWN)
  return [
    `  policy  ${counted(denied, 'row')} would be refused, ${counted(waits, 'row')} would wait for a person:`,
    ...shown.map(({ row, line, is, rule, of }) => {
      return `    ${placeOf(row, line)}: ${is}, by ${rule} of ${whose.get(of) ?? of}`
    }),
    ...more(denied + waits - shown.length),
  ]
}

export const placeOf = (row: number, line: number | null) => `row ${row}${line === null ? '' : ` (line ${line})`}`
export const more = (count: number) => (count > 0 ? [`  and ${count} more`] : [])

/** How far it is, in a line. */
export function describeProgress(batch: Batch): string {
  const words: [RowStatus, string][] = [
    ['SETTLED', 'settled'],
    ['PENDING', 'under way'],
    ['WAITING', 'to go'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['INVALID', 'with flaws'],
  ]
  const parts = words.flatMap(([status, said]) =>
    rowsIn(batch, status) === 0 ? [] : [`${rowsIn(batch, status)} ${said}`],
  )
  return `${batch.status}: ${parts.join(', ')} of ${counted(batch.rows, 'row')}`
}
