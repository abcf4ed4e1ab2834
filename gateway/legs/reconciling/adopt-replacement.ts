import type { NonceUse } from '../../chain/port.ts'
import { atomically, isDuplicate } from '../../db/database.ts'
import type { World } from '../../world/world.ts'
import { type Attempt, insertAttempt } from '../attempts-store.ts'
import { isPayout } from '../kinds.ts'
import type { Leg } from '../store.ts'
import { takePaidHash } from './finds/paid-hashes-store.ts'

/**
 * A leg that was signed again with higher fees has other bytes and does the same: a database from before that knows only
 * the older ones. What used the nonce is an attempt of this leg where target, data and value are those of one.
 */
export async function adoptReplacement(world: World, leg: Leg, known: Attempt[], use: NonceUse): Promise<boolean> {
  const calls = known.filter(({ kind }) => kind === 'call').map(({ raw }) => world.chain.callIn(raw))
  const { to, data, value } = use
  if (!calls.some((call) => call.to === to && call.data === data && call.value === value)) return false
  const { hash, raw, maxFee, priorityFee } = use
  world.log.warn({ leg: leg.id, hash }, 'a replacement that this database did not know was mined: it is of this leg')
  const now = world.clock.now()
  const attempt = { hash, legId: leg.id, kind: 'call', raw, maxFee, priorityFee, signedBlock: use.block, now } as const
  try {
    return await atomically(world.db, async (db) => {
      // A person may have noted it for another redeem.
      if (isPayout(leg) && !(await takePaidHash(db, hash, leg.transactionId, now))) return false
      await insertAttempt(db, world.keys, attempt)
      return true
    })
  } catch (error) {
    // Another look has adopted it.
    if (!isDuplicate(error)) throw error
    return true
  }
}
