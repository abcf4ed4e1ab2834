import { RECENT_SIGN_IN_MS } from '#shared/limits.ts'
import type { Credential, Scope } from '#shared/model/user.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Account } from '../accounts/store.ts'

/** Who makes a request, and what the credential that said so allows. */
export type Caller = {
  account: Account
  credential: Credential
  /** The browser extension that signed this session in, which alone may use it beside the gateway's own pages. */
  extensionOrigin: string | null
}

/** A caller that the contract lets in with a session only. */
export function requireSession(caller: Caller): Extract<Credential, { type: 'session' }> {
  if (caller.credential.type === 'session') return caller.credential
  throw new Refusal('session_required')
}

/** What is dangerous wants a sign-in that is fresh. */
export function requireRecent(caller: Caller, now: number): void {
  if (now - Date.parse(requireSession(caller).signedInAt) < RECENT_SIGN_IN_MS) return
  throw new Refusal('reauthentication_required')
}

/** The name under which a caller's requests are counted: one per credential. */
export function principalOf(caller: Caller): string {
  return `${caller.credential.type}:${caller.credential.id}`
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
