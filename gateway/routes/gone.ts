import { Refusal } from '#shared/refusal.ts'
import type { RequestContext } from '../auth/request-context.ts'

/** A thing that is missing, or not the caller's, cannot be removed; the log names removed ones only. */
export async function gone(context: RequestContext, id: string, removed: Promise<boolean>): Promise<void> {
  if (!(await removed)) throw new Refusal('not_found')
  context.audit.subject = id
}
