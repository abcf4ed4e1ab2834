import { userOf } from '../accounts/user.ts'
import { requireSession } from '../auth/authorize.ts'
import { endOwnSession } from '../auth/manage/own-sessions.ts'
import { login } from '../auth/sign-in/login.ts'
import { loginPasskey, passkeyLoginOptions } from '../auth/sign-in/login-passkey.ts'
import { loginTotp } from '../auth/sign-in/login-totp.ts'
import { clearedCookie } from '../auth/sign-in/sign-in.ts'
import { type Handlers, Reply } from '../http/handlers.ts'
import type { World } from '../world/world.ts'

export function authRoutes(world: World) {
  return {
    login: ({ body, context }) => login(world, body, context),
    loginTotp: ({ body, context }) => loginTotp(world, body, context),
    passkeyLoginOptions: ({ context }) => passkeyLoginOptions(world, context),
    loginPasskey: ({ body, context }) => loginPasskey(world, body, context),
    getSession: async ({ caller }) => ({ user: userOf(caller.account), credential: caller.credential }),
    async logout({ caller }) {
      await endOwnSession(world, caller, requireSession(caller).id)
      return new Reply({}, 200, clearedCookie(world))
    },
  } satisfies Partial<Handlers>
}
