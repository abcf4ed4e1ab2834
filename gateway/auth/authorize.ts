import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { Refusal } from '#shared/refusals.ts'
import { type Caller, requireRecent, requireScope, requireSession, requireWhole } from './caller.ts'

/**
 * Whether a caller may call an endpoint: throws `session_required`, `insufficient_scope`, `password_change_required` or
 * `reauthentication_required`.
 */
export function authorize(endpoint: Endpoint, caller: Caller, now: number): void {
  const { access } = endpoint
  if (access === 'session') requireSession(caller)
  if (access === 'read' || access === 'manage' || access === 'pay') requireScope(caller, access)
  if (endpoint.whole) requireWhole(caller)
  const isSession = caller.credential.type === 'session'
  if (isSession && caller.account.mustChangePassword && !endpoint.beforePasswordChange) {
    throw new Refusal('password_change_required')
  }
  if (endpoint.recent) requireRecent(caller, now)
}
