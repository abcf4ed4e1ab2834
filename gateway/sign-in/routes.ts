import { sessionOf } from '../auth/caller.ts'
import { endSession } from '../auth/sessions.ts'
import { type Handlers, Reply } from '../http/handlers.ts'
import type { World } from '../world.ts'
import { login } from './login.ts'
import { loginPasskey, passkeyLoginOptions } from './login-passkey.ts'
import { loginTotp } from './login-totp.ts'
import { clearedCookie } from './sign-in.ts'

export function signInRoutes(world: World) {
  return {
    login: ({ body, visit }) => login(world, body, visit),
    loginTotp: ({ body, visit }) => loginTotp(world, body, visit),
    passkeyLoginOptions: ({ visit }) => passkeyLoginOptions(world, visit),
    loginPasskey: ({ body, visit }) => loginPasskey(world, body, visit),
    async logout({ caller }) {
      await endSession(world.db, caller.account.id, sessionOf(caller).id)
      return new Reply({}, 200, clearedCookie(world))
    },
  } satisfies Partial<Handlers>
}
