import { type AddressFlaw, gatewayOrigin } from '../../gateway/origin.ts'
import type { Probe } from '../../gateway/probe.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { plainLine } from '../../plain-text.ts'

/** Why a gateway cannot be connected at an address. Each has its own sentence in the catalogue. */
export type Trouble = AddressFlaw | 'denied' | 'not_asked' | Exclude<Probe['is'], 'gateway'>

/** The troubles that come from the typed address: they are shown beside the field. */
const typed: readonly Trouble[] = ['empty', 'not_an_address', 'plain_http', 'has_credentials']

export function isTyped(trouble: Trouble): boolean {
  return typed.includes(trouble)
}

/** What the browser will name when it asks; undefined while no address stands there. */
export function hostOf(address: string): string | undefined {
  const read = gatewayOrigin(address)
  return 'origin' in read ? new URL(read.origin).hostname : undefined
}

/** Letters of a name. */
const LONGEST = 100

/** What a gateway is called until the person calls it something else: its host, and a number where one is called so already. */
export function defaultName(origin: string, known: readonly Pick<Profile, 'name'>[]): string {
  const { host } = new URL(origin)
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const name = host.slice(0, LONGEST - end.length) + end
    if (!isTaken(name, known)) return name
  }
}

/** Whether another one is called so: two that look alike would be paid from by mistake. */
export function isTaken(name: string, known: readonly Pick<Profile, 'name'>[]): boolean {
  const plain = (text: string) => plainLine(text, LONGEST).toLowerCase()
  return known.some((each) => plain(each.name) === plain(name))
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
