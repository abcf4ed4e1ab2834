import type { Credential, Scope } from '#shared/model/user.ts'
import { Refusal } from '#shared/refusals.ts'
import type { Account } from '../accounts/store.ts'

/** Who makes a request, and what the credential that said so allows. */
export type Caller = {
  account: Account
  credential: Credential
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
