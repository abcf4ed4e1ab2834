import { Refusal } from '#shared/refusal.ts'
import { changeProfile } from '../accounts/change-profile.ts'
import { userOf } from '../accounts/user.ts'
import type { Handlers } from '../http/handlers.ts'
import type { World } from '../world/world.ts'

export function accountRoutes(world: World) {
  return {
    getMe: async ({ caller }) => ({ user: userOf(caller.account) }),
    async patchMe({ caller, body }) {
      const changed = await changeProfile(world, caller.account.id, body)
      if (changed === undefined) throw new Refusal('not_found')
      return { user: userOf(changed) }
    },
  } satisfies Partial<Handlers>
}
