import { Refusal } from '#shared/refusals.ts'
import { listEvents } from '../audit/list-events.ts'
import { requireSession } from '../auth/caller.ts'
import { findPasskey, listPasskeys, removePasskey, renamePasskey, toApi } from '../auth/credentials/passkeys.ts'
import { endSession, listSessions } from '../auth/credentials/sessions.ts'
import { addPasskey, passkeyOptions } from '../auth/manage/add-passkey.ts'
import { changePassword } from '../auth/manage/change-password.ts'
import { beginTotp, disableTotp, enableTotp, renewRecoveryCodes } from '../auth/manage/totp.ts'
import { requireRecent } from '../auth/reauthenticate.ts'
import { clearedCookie } from '../auth/sign-in/sign-in.ts'
import { type Handlers, Reply } from '../http/handlers.ts'
import type { World } from '../world/world.ts'
import { gone } from './gone.ts'

export function securityRoutes(world: World) {
  return {
    changePassword: async ({ caller, body }) => ({ user: await changePassword(world, caller, body) }),
    beginTotp: ({ caller, body }) => beginTotp(world, caller, body.password),
    confirmTotp: async ({ caller, body }) => ({ recoveryCodes: await enableTotp(world, caller, body.code) }),
    renewRecoveryCodes: async ({ caller, body }) => ({
      recoveryCodes: await renewRecoveryCodes(world, caller, body.code),
    }),
    disableTotp: async ({ caller, body }) => ({ user: await disableTotp(world, caller, body) }),
    ...passkeyRoutes(world),
    listSessions: async ({ caller }) => ({
      sessions: await listSessions(world, caller.account.id, requireSession(caller).id),
    }),
    async endSession({ caller, params, context }) {
      // A stolen cookie must not be able to end its owner's sign-ins for as long as it lasts.
      if (params.id !== requireSession(caller).id) requireRecent(caller, world.clock.now())
      await gone(context, params.id, endSession(world.db, caller.account.id, params.id))
      return params.id === requireSession(caller).id ? new Reply({}, 200, clearedCookie(world)) : {}
    },
    listEvents: ({ caller, query }) => listEvents(world, caller.account.id, query),
  } satisfies Partial<Handlers>
}

function passkeyRoutes(world: World) {
  return {
    listPasskeys: async ({ caller }) => {
      const passkeys = await listPasskeys(world.db, caller.account.id)
      return { passkeys: passkeys.map(toApi) }
    },
    passkeyOptions: ({ caller, context }) => passkeyOptions(world, caller, context),
    addPasskey: async ({ caller, body, context }) => ({
      passkey: toApi(await addPasskey(world, caller, body, context)),
    }),
    async renamePasskey({ caller, params, body, context }) {
      const passkey = await findPasskey(world.db, caller.account.id, params.id)
      if (passkey === undefined) throw new Refusal('not_found')
      context.audit.subject = passkey.id
      await renamePasskey(world.db, passkey.id, body.name)
      return { passkey: toApi({ ...passkey, name: body.name }) }
    },
    async removePasskey({ caller, params, context }) {
      await gone(context, params.id, removePasskey(world.db, caller.account.id, params.id))
      return {}
    },
  } satisfies Partial<Handlers>
}
