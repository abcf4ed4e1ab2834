import { Refusal } from '#shared/refusals.ts'
import { findAccount, updateProfile, userOf } from '../accounts/store.ts'
import type { Handlers } from '../http/handlers.ts'
import type { World } from '../world/world.ts'

export function accountRoutes(world: World) {
  return {
    getMe: async ({ caller }) => ({ user: userOf(caller.account) }),
    async patchMe({ caller, body }) {
      const { name, company } = body
      await updateProfile(world.db, caller.account.id, {
        ...(name === undefined ? {} : { name }),
        ...(company === undefined ? {} : { company }),
      })
      const changed = await findAccount(world.db, world.keys, caller.account.id)
      if (changed === undefined) throw new Refusal('not_found')
      return { user: userOf(changed) }
    },
  } satisfies Partial<Handlers>
}
