import type { Session } from '#shared/model/sign-in.ts'
import type { World } from '../../world/world.ts'
import { requireRecent, requireSession } from '../authorize.ts'
import type { Caller } from '../caller.ts'
import { endSession, listSessions } from '../credentials/sessions.ts'

export function listOwnSessions(world: World, caller: Caller): Promise<Session[]> {
  return listSessions(world, caller.account.id, requireSession(caller).id)
}

/**
 * Ends one of the account's sessions; false where it has no such. Another one than the caller's own needs a recent sign-in:
 * a stolen cookie must not be able to end its owner's sign-ins for as long as it lasts.
 */
export async function endOwnSession(world: World, caller: Caller, id: string): Promise<boolean> {
  if (id !== requireSession(caller).id) requireRecent(caller, world.clock.now())
  return endSession(world.db, caller.account.id, id)
}
