import type { securityEndpoints } from '#shared/api/security.ts'
import type { Actor } from './kit/actor.ts'
import { ask, question } from './kit/ask.ts'
import { crowd } from './kit/crowd.ts'
import type { Example, Provocation, Rows } from './kit/row.ts'
import { call, codeOf, newPasskey, pendingTotp, withPasskey, withTotp, wrongCode } from './kit/second-factors.ts'

const inSession = async ({ newSession }: Actor) => ({ headers: await newSession() })

type Name = Parameters<typeof question>[0]

/** The endpoint, asked what is not right. */
const asked =
  (name: Name, example: (actor: Actor) => Promise<Example>): Provocation =>
  async (stage) => {
    const actor = await stage.actor('sound')
    return ask(actor.url, question(name, undefined, await example(actor)))
  }

const NONSENSE = 'nonsense nonsense'

async function newSession(actor: Actor) {
  return actor.newSession({ accountId: (await actor.newAccount()).id })
}
async function wrongPassword(actor: Actor) {
  return { headers: await newSession(actor), body: { password: NONSENSE } }
}
async function wrongChange(actor: Actor) {
  return { headers: await newSession(actor), body: { currentPassword: NONSENSE, newPassword: 'a lake in the rain' } }
}
async function switchOff(actor: Actor) {
  const { headers, recoveryCodes } = await withTotp(actor)
  return { headers, body: { password: actor.password, code: recoveryCodes[0] } }
}
async function switchOffBlindly(actor: Actor) {
  const { headers, recoveryCodes } = await withTotp(actor)
  return { headers, body: { password: NONSENSE, code: recoveryCodes[0] } }
}

export const securityRows: Rows<keyof typeof securityEndpoints> = {
  changePassword: {
    example: async (actor) => ({
      headers: await newSession(actor),
      body: { currentPassword: actor.password, newPassword: 'a lake in the rain' },
    }),
    refusals: {
      invalid_credentials: asked('changePassword', wrongChange),
      overloaded: crowd('changePassword', wrongChange),
    },
  },
  beginTotp: {
    example: async (actor) => ({ headers: await newSession(actor), body: { password: actor.password } }),
    refusals: {
      invalid_credentials: asked('beginTotp', wrongPassword),
      totp_already_enabled: asked('beginTotp', async (actor) => ({
        headers: (await withTotp(actor)).headers,
        body: { password: actor.password },
      })),
      overloaded: crowd('beginTotp', wrongPassword),
    },
  },
  confirmTotp: {
    async example(actor) {
      const { headers, secret } = await pendingTotp(actor)
      return { headers, body: { code: codeOf(secret) } }
    },
    refusals: {
      invalid_totp: asked('confirmTotp', async (actor) => {
        const { headers, secret } = await pendingTotp(actor)
        return { headers, body: { code: wrongCode(secret) } }
      }),
      totp_already_enabled: asked('confirmTotp', async (actor) => {
        const { headers, secret } = await withTotp(actor)
        return { headers, body: { code: codeOf(secret) } }
      }),
    },
  },
  renewRecoveryCodes: {
    async example(actor) {
      const { headers, recoveryCodes } = await withTotp(actor)
      return { headers, body: { code: recoveryCodes[0] } }
    },
    refusals: {
      invalid_totp: asked('renewRecoveryCodes', async (actor) => {
        const { headers, secret } = await withTotp(actor)
        return { headers, body: { code: wrongCode(secret) } }
      }),
    },
  },
  disableTotp: {
    example: switchOff,
    refusals: {
      invalid_credentials: asked('disableTotp', switchOffBlindly),
      invalid_totp: asked('disableTotp', async (actor) => {
        const { headers, secret } = await withTotp(actor)
        return { headers, body: { password: actor.password, code: wrongCode(secret) } }
      }),
      overloaded: crowd('disableTotp', switchOffBlindly),
    },
  },
  listPasskeys: { example: async (actor) => ({ headers: (await withPasskey(actor)).headers }), refusals: {} },
  passkeyOptions: { example: inSession, refusals: {} },
  addPasskey: {
    example: async (actor) => newPasskey(actor, await newSession(actor)),
    refusals: {
      invalid_passkey: asked('addPasskey', async (actor) => {
        const { headers, body } = await newPasskey(actor, await newSession(actor))
        return { headers, body: { ...body, challengeId: 'none' } }
      }),
    },
  },
  renamePasskey: {
    async example(actor) {
      const { id, headers } = await withPasskey(actor)
      return { params: { id }, headers, body: { name: 'phone' } }
    },
    refusals: {},
  },
  removePasskey: {
    async example(actor) {
      const { id, headers } = await withPasskey(actor)
      return { params: { id }, headers }
    },
    refusals: {},
  },
  listSessions: { example: inSession, refusals: {} },
  endSession: {
    async example(actor) {
      const headers = await newSession(actor)
      const { sessions } = await call(actor, 'listSessions', { headers })
      const [session] = sessions as { id: string }[]
      return { params: { id: session?.id ?? '' }, headers }
    },
    refusals: {},
  },
  listEvents: { example: inSession, refusals: {} },
}
