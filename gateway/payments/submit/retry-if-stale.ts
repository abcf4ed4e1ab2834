import { Refusal } from '#shared/refusal.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { WouldRevert } from '../../legs/prepare.ts'
import type { Reading } from '../../legs/reading.ts'
import type { World } from '../../world/world.ts'
import { type Draft, PaymentImpossible } from './draft.ts'
import { newestSeenBlock } from './seen-store.ts'

/**
 * Decides on a reading. A node that is behind, or a gateway that has not seen what another one on this database has, would
 * refuse a payment whose money has come since: so it is asked again, without a lock, for a block that is as new as what is
 * known; what is refused on an older one all the same is a chain that does not answer.
 */
export async function retryIfNodeIsStale<T>(
  world: World,
  { sender }: Pick<Draft, 'sender'>,
  read: (notBefore: number) => Promise<Reading>,
  decide: (reading: Reading) => Promise<T>,
): Promise<T> {
  let reading = await read(0)
  for (let isSecond = false; ; isSecond = true) {
    try {
      return await decide(reading)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (isSecond) throw reading.isOld ? new ChainUnavailable('The node is behind: balances', error) : error
      const operator = world.chain.operator?.address
      const known = await newestSeenBlock(world.db, operator === undefined ? [sender] : [sender, operator])
      if (!reading.isOld && reading.block >= known) throw error
      reading = await read(known)
    }
  }
}

/** A payment that balances or a trial of the call speak against. Nothing was stored. */
function isRefusal(error: unknown): boolean {
  const isFlaw = error instanceof Refusal && error.code === 'validation_error'
  return isFlaw || error instanceof PaymentImpossible || error instanceof WouldRevert
}
