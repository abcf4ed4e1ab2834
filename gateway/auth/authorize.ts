import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { RECENT_SIGN_IN_MS } from '#shared/limits.ts'
import type { Credential, Scope } from '#shared/model/user.ts'
import { Refusal } from '#shared/refusal.ts'
import { OPERATOR_ACCOUNT } from '../accounts/operator-account.ts'
import type { Account } from '../accounts/store.ts'
import type { Caller } from './caller.ts'

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

/** A caller that the contract lets in with a session only. */
export function requireSession(caller: Caller): Extract<Credential, { type: 'session' }> {
  if (caller.credential.type === 'session') return caller.credential
  throw new Refusal('session_required')
}

/** What is dangerous wants a sign-in that is fresh. It may lie ahead: clocks of gateways differ. */
export function requireRecent(caller: Caller, now: number): void {
  if (Math.abs(now - Date.parse(requireSession(caller).signedInAt)) < RECENT_SIGN_IN_MS) return
  throw new Refusal('reauthentication_required')
}

/**
 * A disabled account is refused, by a credential that it has already and by a new sign-in alike; the operator's own always: commands
 * of an older version could enable it.
 */
export function requireEnabled({ id, disabled }: Pick<Account, 'id' | 'disabled'>): void {
  if (disabled || id === OPERATOR_ACCOUNT) throw new Refusal('account_disabled')
}

/** A session may do whatever its account may; an API key has scopes. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.credential.type === 'session' || caller.credential.scopes.includes(scope)) return
  throw new Refusal('insufficient_scope', { message: `This API key lacks the scope "${scope}".` })
}

/** Whether the credential reaches a wallet of its account: an API key may be limited to some. */
export function reaches(caller: Caller, walletId: string): boolean {
  if (caller.credential.type === 'session' || caller.credential.walletIds === null) return true
  return caller.credential.walletIds.includes(walletId)
}

/** What concerns the account as a whole is not for an API key that is limited to some of its wallets. */
export function requireWhole(caller: Caller): void {
  if (caller.credential.type === 'session' || caller.credential.walletIds === null) return
  throw new Refusal('insufficient_scope', { message: 'This API key is limited to some wallets of the account.' })
}
