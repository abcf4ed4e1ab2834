import type { Credential } from '#shared/model/user.ts'
import type { Account } from '../accounts/store.ts'
import type { Sealed } from '../crypto/keyring.ts'

/** Who makes a request, and what the credential that said so allows. */
export type Caller = {
  account: Account
  credential: Credential
  /** The browser extension that signed this session in, which alone may use it beside the gateway's own pages. */
  extensionOrigin: string | null
  /** The policy of the API key, which the payments that it asks for must keep to. */
  policy: Sealed | null
}

/** The name under which a caller's requests are counted: one per credential. */
export function principalOf(caller: Caller): string {
  return `${caller.credential.type}:${caller.credential.id}`
}
