import { generateSync } from 'otplib'
import type { EndpointName } from '#shared/api/endpoints.ts'
import { createAuthenticator } from '../../../gateway/testing/test-authenticator.ts'
import type { Actor, Cookie } from './actor.ts'
import { ask, question } from './ask.ts'
import type { Example } from './row.ts'

/** Makes a call that has to succeed on the way to another one. */
export async function call(actor: Actor, name: EndpointName, example: Example): Promise<Record<string, unknown>> {
  const { status, body } = await ask(actor.url, question(name, undefined, { headers: {}, ...example }))
  if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  return (body as { data: Record<string, unknown> }).data
}

export const codeOf = (secret: unknown) => generateSync({ secret: String(secret) })
export const wrongCode = (secret: unknown) => (codeOf(secret) === '000000' ? '111111' : '000000')

export type Guarded = { email: string; headers: Cookie; secret: string; recoveryCodes: string[] }

/** A session of a new account that has begun to switch TOTP on. */
export async function pendingTotp(
  actor: Actor,
): Promise<{ id: string; email: string; headers: Cookie; secret: string }> {
  const { id, email } = await actor.newAccount()
  const headers = await actor.newSession({ accountId: id })
  const { secret } = await call(actor, 'beginTotp', { headers, body: { password: actor.password } })
  return { id, email, headers, secret: String(secret) }
}

/** And has finished: the code of this moment is used up, ten recovery codes are not. */
export async function withTotp(actor: Actor): Promise<Guarded> {
  const { email, headers, secret } = await pendingTotp(actor)
  const { recoveryCodes } = await call(actor, 'confirmTotp', { headers, body: { code: codeOf(secret) } })
  return { email, headers, secret, recoveryCodes: recoveryCodes as string[] }
}

/** The ID of a sign-in that waits for its code. */
export async function waiting(actor: Actor, email: string): Promise<string> {
  const { challenge } = await call(actor, 'login', { body: { email, password: actor.password } })
  return (challenge as { id: string }).id
}

export type Enrolled = { id: string; headers: Cookie; authenticator: ReturnType<typeof createAuthenticator> }

const authenticatorFor = ({ url }: Actor) => createAuthenticator(`http://localhost:${new URL(url).port}`)

/** The request that registers a new passkey. */
export async function newPasskey(actor: Actor, headers: Cookie, authenticator = authenticatorFor(actor)) {
  const { challengeId, options } = await call(actor, 'passkeyOptions', { headers })
  return { headers, body: { challengeId, name: 'laptop', response: authenticator.register(options as never) } }
}

/** A session of a new account with a passkey. */
export async function withPasskey(actor: Actor): Promise<Enrolled> {
  const { id: accountId } = await actor.newAccount()
  const headers = await actor.newSession({ accountId })
  const authenticator = authenticatorFor(actor)
  const { passkey } = await call(actor, 'addPasskey', await newPasskey(actor, headers, authenticator))
  return { id: (passkey as { id: string }).id, headers, authenticator }
}

/** The request that signs in with it. */
export async function passkeyUse(actor: Actor, { authenticator }: Enrolled) {
  const { challengeId, options } = await call(actor, 'passkeyLoginOptions', {})
  return { headers: {}, body: { challengeId, response: authenticator.sign(options as never) } }
}
