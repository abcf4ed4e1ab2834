import { type AddressFlaw, gatewayOrigin } from '../../gateway/origin.ts'
import type { Probe } from '../../gateway/probe.ts'
import type { Profile } from '../../gateway/profiles.ts'

/** Why a gateway cannot be connected at an address. Each has its own sentence in the catalogue. */
export type Trouble = AddressFlaw | 'denied' | 'not_asked' | Exclude<Probe['is'], 'gateway'>

/** Those of them that are a matter of what was typed: they are said beside the field. */
const typed: readonly Trouble[] = ['empty', 'not_an_address', 'plain_http', 'has_credentials']

export function isTyped(trouble: Trouble): boolean {
  return typed.includes(trouble)
}

/** What the browser will name when it asks; undefined while no address stands there. */
export function hostOf(address: string): string | undefined {
  const read = gatewayOrigin(address)
  return 'origin' in read ? new URL(read.origin).hostname : undefined
}

/** What a gateway is called until the person calls it something else. */
export function defaultName(origin: string): string {
  return new URL(origin).host.slice(0, 100)
}

/** As a gateway makes them: 256 random bits after a prefix. */
const API_KEY = /^sotto_sk_[A-Za-z0-9_-]{43}$/

export type KeyFlaw = 'empty' | 'other_form'

/** The key that was pasted, without the space around it, or why it is none. */
export function readKey(pasted: string): { apiKey: string } | { flaw: KeyFlaw } {
  const apiKey = pasted.trim()
  if (apiKey === '') return { flaw: 'empty' }
  return API_KEY.test(apiKey) ? { apiKey } : { flaw: 'other_form' }
}

/** Accounts of this gateway that are connected already. */
export function connectedAs(profiles: readonly Profile[], origin: string): string[] {
  return profiles.filter((each) => each.origin === origin).map(({ email }) => email)
}

/** What a look at the address brought beside its verdict: a version, an HTTP status. */
export function detailOf(found: Probe): string | undefined {
  if (found.is === 'other_version') return found.version
  return found.is === 'unavailable' ? `HTTP ${found.status}` : undefined
}
