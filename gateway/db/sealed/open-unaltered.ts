import { Unopened } from '../../crypto/keyring.ts'
import { AlteredRow } from './row-macs.ts'

/**
 * Opens rows each by itself, so that one that somebody has altered in the database keeps none from the others. `altered` is told the
 * ID of each such row.
 */
export function openUnaltered<R extends { id: string }, T>(
  rows: readonly R[],
  open: (row: R) => T,
  altered: (id: string) => void,
): T[] {
  return rows.flatMap((row) => {
    try {
      return [open(row)]
    } catch (error) {
      if (!isAltered(error)) throw error
      altered(row.id)
      return []
    }
  })
}

/** Whether a row could not be opened because another program than this gateway has written it. */
export function isAltered(error: unknown): boolean {
  return error instanceof AlteredRow || error instanceof Unopened
}
