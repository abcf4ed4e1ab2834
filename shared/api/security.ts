import * as z from 'zod/mini'
import { AccountEvent } from '../model/event.ts'
import { ShortText } from '../model/ids.ts'
import {
  CeremonyOptions,
  CeremonyResponse,
  ChallengeId,
  Code,
  GivenPassword,
  NewPassword,
  Passkey,
  Session,
} from '../model/sign-in.ts'
import { User } from '../model/user.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { Page, pageOf } from './kit/page.ts'

const PasswordChange = z.strictObject({ currentPassword: GivenPassword, newPassword: NewPassword })
const NewPasskey = z.strictObject({ challengeId: ChallengeId, name: ShortText, response: CeremonyResponse })
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const own = { tag: 'Security', access: 'session', status: 200, refusals: [] } as const
const post = { ...own, method: 'POST' } as const

export const securityEndpoints = {
  changePassword: {
    ...post,
    path: '/me/password',
    summary: 'Change the password; every other session ends',
    body: PasswordChange,
    data: z.object({ user: User }),
    beforePasswordChange: true,
    event: 'password.changed',
    refusals: ['invalid_credentials', 'overloaded'],
  },
  beginTotp: {
    ...post,
    path: '/me/totp',
    summary: 'Begin two-factor authentication; nothing is asked for until it is confirmed',
    body: z.strictObject({ password: GivenPassword }),
    data: z.object({ secret: z.string(), uri: z.string() }),
    recent: true,
    event: 'totp.begun',
    refusals: ['invalid_credentials', 'totp_already_enabled', 'overloaded'],
  },
  confirmTotp: {
    ...post,
    path: '/me/totp/confirm',
    summary: 'Switch two-factor authentication on with a first code; the recovery codes are shown once',
    body: z.strictObject({ code: Code }),
    data: RecoveryCodes,
    recent: true,
    event: 'totp.enabled',
    refusals: ['invalid_totp', 'totp_already_enabled'],
  },
  renewRecoveryCodes: {
    ...post,
    path: '/me/totp/recovery-codes',
    summary: 'Make new recovery codes; the old ones are void',
    body: z.strictObject({ code: Code }),
    data: RecoveryCodes,
    event: 'recovery_codes.renewed',
    refusals: ['invalid_totp'],
  },
  disableTotp: {
    ...post,
    path: '/me/totp/disable',
    summary: 'Switch two-factor authentication off',
    body: z.strictObject({ password: GivenPassword, code: Code }),
    data: z.object({ user: User }),
    event: 'totp.disabled',
    refusals: ['invalid_credentials', 'invalid_totp', 'overloaded'],
  },
  listPasskeys: {
    ...own,
    method: 'GET',
    path: '/me/passkeys',
    summary: 'The passkeys of the account',
    data: z.object({ passkeys: z.array(Passkey) }),
  },
  passkeyOptions: {
    ...post,
    path: '/me/passkeys/options',
    summary: 'Begin adding a passkey',
    body: z.strictObject({}),
    data: z.object({ challengeId: ChallengeId, options: CeremonyOptions }),
    recent: true,
  },
  addPasskey: {
    ...post,
    path: '/me/passkeys',
    summary: 'Add the passkey that the browser made',
    body: NewPasskey,
    status: 201,
    data: z.object({ passkey: Passkey }),
    recent: true,
    event: 'passkey.added',
    refusals: ['invalid_passkey'],
  },
  renamePasskey: {
    ...own,
    method: 'PATCH',
    path: '/me/passkeys/{id}',
    summary: 'Rename a passkey',
    body: z.strictObject({ name: ShortText }),
    data: z.object({ passkey: Passkey }),
    event: 'passkey.renamed',
    refusals: ['not_found'],
  },
  removePasskey: {
    ...own,
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    summary: 'Remove a passkey',
    data: z.strictObject({}),
    recent: true,
    event: 'passkey.removed',
    refusals: ['not_found'],
  },
  listSessions: {
    ...own,
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where the account is signed in',
    data: z.object({ sessions: z.array(Session) }),
  },
  endSession: {
    ...own,
    method: 'DELETE',
    path: '/me/sessions/{id}',
    summary: 'End a session; another than this one only with a sign-in that is fresh',
    data: z.strictObject({}),
    event: 'session.ended',
    refusals: ['not_found', 'reauthentication_required'],
  },
  listEvents: {
    ...own,
    method: 'GET',
    path: '/me/events',
    summary: 'The audit log of the account, newest first',
    query: z.strictObject(Page),
    data: pageOf(AccountEvent),
  },
} as const satisfies Record<string, Endpoint>

export type PasswordChange = z.infer<typeof PasswordChange>
export type NewPasskey = z.infer<typeof NewPasskey>
