import { Refusal } from '#shared/refusal.ts'
import { reaches } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { World } from '../world/world.ts'
import { findRequest, type PaymentRequest } from './store.ts'

/** A request named in a path; foreign, unknown and of a wallet out of the key's reach are the same. */
export async function ownRequest(world: World, caller: Caller, id: string): Promise<PaymentRequest> {
  const request = await findRequest(world.db, world.keys, id, caller.account.id)
  if (request === undefined || !reaches(caller, request.walletId)) throw new Refusal('not_found')
  return request
}
