import { Refusal } from '#shared/refusals.ts'
import type { Visit } from '../auth/request-context.ts'

/** What is not there, or not the caller's, cannot be removed; the log names only what was. */
export async function gone(visit: Visit, id: string, removed: Promise<boolean>): Promise<void> {
  if (!(await removed)) throw new Refusal('not_found')
  visit.trail.subject = id
}
