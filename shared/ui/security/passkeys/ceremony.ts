import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { Failed } from '../../../client-failure.ts'
import type { CeremonyOptions, CeremonyResponse } from '../../../model/sign-in.ts'
import type { CeremonyCode } from '../../words/failures.ts'
import { securityWords } from '../../words/security.ts'
import type { SecurityApi } from '../api.ts'

/** Why passkeys cannot be used with the gateway at this origin, in words; undefined where they can. */
export function passkeyObstacle(origin: string): string | undefined {
  const numbered = numberInPlaceOfName(origin)
  if (numbered !== undefined) return numbered
  return browserSupportsWebAuthn() ? undefined : securityWords.passkey.browser
}

/** WebAuthn binds a passkey to a domain, which an IP address is not; the loopback interface has a name as well. */
export function numberInPlaceOfName(origin: string): string | undefined {
  const url = new URL(origin)
  if (!/^(\d+\.){3}\d+$|^\[/.test(url.hostname)) return undefined
  if (!/^127\.|^\[::1\]$/.test(url.hostname)) return securityWords.passkey.number
  url.hostname = 'localhost'
  return securityWords.passkey.loopback(url.origin)
}

/** Signs in with whatever passkey the user picks. */
export async function signInWithPasskey(api: Pick<SecurityApi, 'passkeyLoginOptions' | 'loginPasskey'>) {
  const { challengeId, options } = await api.passkeyLoginOptions({})
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await ceremony(() => startAuthentication({ optionsJSON }))
  return api.loginPasskey({ challengeId, response })
}

/** Makes a passkey for the account that is signed in, and registers it. */
export async function addPasskey(api: Pick<SecurityApi, 'passkeyOptions' | 'addPasskey'>, name: string) {
  const { challengeId, options } = await api.passkeyOptions({})
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await ceremony(() => startRegistration({ optionsJSON }))
  return api.addPasskey({ challengeId, name, response })
}

/** A signature over what the options say, by a passkey of the account. */
export function signWithPasskey(options: CeremonyOptions): Promise<CeremonyResponse> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return ceremony(() => startAuthentication({ optionsJSON }))
}

const causes: Record<string, CeremonyCode> = {
  NotAllowedError: 'passkey_not_used',
  AbortError: 'passkey_not_used',
  InvalidStateError: 'passkey_present',
  SecurityError: 'passkey_not_allowed',
}

/** What the browser answers is JSON by the standard's own definition; the schema looks at it as such. */
async function ceremony(work: () => Promise<object>): Promise<CeremonyResponse> {
  try {
    return (await work()) as CeremonyResponse
  } catch (error) {
    throw ceremonyFailure(error)
  }
}

/** The browser's reasons have the names that the WebAuthn standard gives them. */
export function ceremonyFailure(error: unknown): Failed {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return new Failed({ code: causes[name] ?? 'passkey_unknown', message }, error)
}
