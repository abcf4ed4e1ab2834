import { Refusal } from '#shared/refusal.ts'
import { listEvents } from '../audit/list-events.ts'
import { requireSession } from '../auth/authorize.ts'
import { addPasskey, passkeyOptions } from '../auth/manage/add-passkey.ts'
import { changePassword } from '../auth/manage/change-password.ts'
import { beginTotp, disableTotp, enableTotp, renewRecoveryCodes } from '../auth/manage/change-totp.ts'
import { listOwnPasskeys, passkeyAnswer, removeOwnPasskey, renameOwnPasskey } from '../auth/manage/own-passkeys.ts'
import { endOwnSession, listOwnSessions } from '../auth/manage/own-sessions.ts'
import { clearedCookie } from '../auth/sign-in/sign-in.ts'
import { type Handlers, Reply } from '../http/handlers.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function securityRoutes(world: World) {
  return {
    changePassword: async ({ caller, body, context }) => ({ user: await changePassword(world, caller, body, context) }),
    beginTotp: ({ caller, body }) => beginTotp(world, caller, body.password),
    confirmTotp: async ({ caller, body, context }) => ({
      recoveryCodes: await enableTotp(world, caller, body.code, context),
    }),
    renewRecoveryCodes: async ({ caller, body, context }) => ({
      recoveryCodes: await renewRecoveryCodes(world, caller, body.code, context),
    }),
    disableTotp: async ({ caller, body, context }) => ({ user: await disableTotp(world, caller, body, context) }),
    ...passkeyRoutes(world),
    listSessions: async ({ caller }) => ({ sessions: await listOwnSessions(world, caller) }),
    async endSession({ caller, params, context }) {
      await gone(context, params.id, endOwnSession(world, caller, params.id))
      return params.id === requireSession(caller).id ? new Reply({}, 200, clearedCookie(world)) : {}
    },
    listEvents: ({ caller, query }) => listEvents(world, caller.account.id, query),
  } satisfies Partial<Handlers>
}

function passkeyRoutes(world: World) {
  return {
    listPasskeys: async ({ caller }) => ({ passkeys: await listOwnPasskeys(world, caller) }),
    passkeyOptions: ({ caller, context }) => passkeyOptions(world, caller, context),
    addPasskey: async ({ caller, body, context }) => ({
      passkey: passkeyAnswer(await addPasskey(world, caller, body, context)),
    }),
    renamePasskey: async ({ caller, params, body, context }) => ({
      passkey: await renameOwnPasskey(world, caller, { id: params.id, name: body.name }, context),
    }),
    async removePasskey({ caller, params, context }) {
      if (!(await removeOwnPasskey(world, caller, params.id, context))) throw new Refusal('not_found')
      return {}
    },
  } satisfies Partial<Handlers>
}
