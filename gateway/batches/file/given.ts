import type { RowField } from '#shared/model/batch.ts'

export type Fields = Partial<Record<RowField, string>>

/** A row as it was written, with what already its form lacks. */
export type Given = { line: number | null; fields: Fields; flaws?: readonly { column: string; message: string }[] }

/** All rows of a request. `columns`: by which names the file calls the fields. */
export type GivenRows = { rows: Given[]; columns: Fields; messageId: string | null }

/** What a field is called in a complaint. */
export const columnOf = (columns: Fields, field: string): string => columns[field as RowField] ?? field
