import * as z from 'zod/mini'
import { DateTime } from '../model/ids.ts'
import { CeremonyOptions, CeremonyResponse, ChallengeId, Code, GivenPassword } from '../model/sign-in.ts'
import { Credential, User } from '../model/user.ts'
import type { Endpoint } from './kit/endpoint.ts'

const LoginRequest = z.strictObject({
  email: z.string().check(z.minLength(1), z.maxLength(320)),
  password: GivenPassword,
})
const TotpRequest = z.strictObject({ challengeId: ChallengeId, code: Code })
const PasskeyRequest = z.strictObject({ challengeId: ChallengeId, response: CeremonyResponse })

/** The cookie comes with it. */
const SignedIn = z.object({ user: User, session: z.object({ expiresAt: DateTime }) })
const SecondFactor = z.object({
  challenge: z.object({ id: ChallengeId, type: z.literal('totp'), expiresAt: DateTime }),
})

const step = { method: 'POST', tag: 'Sign-in', access: 'none', status: 200, login: 'attempt' } as const

/** Also for a client that need not load the rest. */
export const sessionEndpoints = {
  getSession: {
    method: 'GET',
    path: '/auth/session',
    summary: 'Who the caller is, and which credential said so',
    tag: 'Account',
    access: 'any',
    beforePasswordChange: true,
    status: 200,
    data: z.object({ user: User, credential: Credential }),
    refusals: [],
  },
} as const satisfies Record<string, Endpoint>

export const authEndpoints = {
  login: {
    ...step,
    path: '/auth/login',
    summary: 'Sign in with e-mail and password; sets the session cookie, or asks for a code',
    body: LoginRequest,
    data: z.union([SignedIn, SecondFactor]),
    event: 'sign_in.password',
    refusals: ['invalid_credentials', 'account_disabled', 'overloaded'],
  },
  loginTotp: {
    ...step,
    path: '/auth/totp',
    summary: 'Finish a sign-in with a code, or a recovery code; sets the session cookie',
    body: TotpRequest,
    data: SignedIn,
    event: 'sign_in.totp',
    refusals: ['invalid_totp', 'account_disabled'],
  },
  passkeyLoginOptions: {
    ...step,
    login: 'options',
    path: '/auth/passkey/options',
    summary: 'Begin a sign-in with a passkey',
    body: z.strictObject({}),
    data: z.object({ challengeId: ChallengeId, options: CeremonyOptions }),
    refusals: [],
  },
  loginPasskey: {
    ...step,
    path: '/auth/passkey',
    summary: 'Finish a sign-in with a passkey; sets the session cookie',
    body: PasskeyRequest,
    data: SignedIn,
    event: 'sign_in.passkey',
    refusals: ['invalid_passkey', 'account_disabled'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session',
    tag: 'Sign-in',
    access: 'session',
    beforePasswordChange: true,
    event: 'sign_out',
    status: 200,
    data: z.strictObject({}),
    refusals: [],
  },
  ...sessionEndpoints,
} as const satisfies Record<string, Endpoint>

export type LoginRequest = z.infer<typeof LoginRequest>
export type TotpRequest = z.infer<typeof TotpRequest>
export type PasskeyRequest = z.infer<typeof PasskeyRequest>
