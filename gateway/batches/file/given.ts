import type { RowField, RowFlawReason } from '#shared/model/batch.ts'

export type Fields = Partial<Record<RowField, string>>

/** What already the form of a row lacks. */
export type FormalFlaw = { column: string; message: string; reason: RowFlawReason }

/** A token of this gateway counts dollars. */
export const CURRENCY = 'USD'

/** What a row lacks whose amount is in another currency. */
export const notInDollars = (column: string): FormalFlaw => ({
  column,
  message: `must be ${CURRENCY}`,
  reason: 'currency',
})

/** A row as it was written. */
export type Given = { line: number | null; fields: Fields; flaws?: readonly FormalFlaw[] }

/** All rows of a request. `columns`: by which names the file calls the fields. */
export type GivenRows = { rows: Given[]; columns: Fields; messageId: string | null }

/** What a field is called in a complaint. */
export const columnOf = (columns: Fields, field: string): string => columns[field as RowField] ?? field
