import { Refusal } from '#shared/refusal.ts'
import type { Caller } from '../auth/caller.ts'
import { atomically } from '../db/database.ts'
import type { World } from '../world/world.ts'
import { takeBack } from './move-request.ts'
import { ownRequest } from './own-request.ts'
import type { PaymentRequest } from './store.ts'

/** Takes an open request back. */
export async function cancelRequest(world: World, caller: Caller, id: string): Promise<PaymentRequest> {
  const request = await ownRequest(world, caller, id)
  const isOpen = await atomically(world.db, (trx) => takeBack(trx, world.keys, request.id, world.clock.now()))
  const now = await ownRequest(world, caller, id)
  if (!isOpen) throw requestEnded(now)
  return now
}

/** Says how it ended. */
export function requestEnded({ standing: { status } }: Pick<PaymentRequest, 'standing'>): Refusal {
  const ends = { OPEN: 'is open', PAID: 'is paid', EXPIRED: 'has expired', CANCELLED: 'was cancelled' }
  return new Refusal('request_ended', { message: `This request ${ends[status]}.`, details: { status } })
}
