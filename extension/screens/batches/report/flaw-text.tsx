import type { RowFlaw } from '#shared/model/batch.ts'
import { plainLine } from '../../../plain-text.ts'
import { reasonOf } from '../names.ts'

/** What is wrong with a row. A reason that is not known here is told in the gateway's words. */
export function FlawText({ flaw }: { flaw: RowFlaw }) {
  const known = reasonOf(flaw)
  return known === undefined ? <span lang="en">{plainLine(flaw.message, 300)}</span> : known
}
