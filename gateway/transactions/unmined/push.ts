import { attemptsOf } from '../../legs/attempts-store.ts'
import { sendAgain } from '../../legs/broadcast.ts'
import { replace, replaceIfStuck } from '../../legs/replace.ts'
import type { Leg } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { reconcileOnce } from '../reconcile-throttle.ts'
import type { Transaction } from '../store.ts'
import { closeGap } from './nonce-gaps.ts'
import { bytesToSend, rebroadcastOf } from './rebroadcast-policy.ts'

/** Looks after a leg that is not mined: sends it again, replaces it, cancels it, or closes the gap below it. */
export async function pushUnmined(world: World, transaction: Transaction, leg: Leg): Promise<void> {
  const [mined, attempts] = await Promise.all([world.chain.nonce(leg.sender), attemptsOf(world.db, world.keys, leg.id)])
  // Anyone who reads one of a sender's legs looks after all that are in its way: one at a time, for all who read them.
  if (mined < leg.nonce)
    await reconcileOnce(world, `sender:${leg.sender}`, () => closeGap(world, transaction, leg, mined))
  const rebroadcast = await rebroadcastOf(world, transaction, leg)
  const newest = bytesToSend(transaction, attempts, rebroadcast)
  if (newest === undefined) return
  if (rebroadcast === 'void' && newest.kind === 'call') await replace(world, transaction, leg, 'cancel')
  if (rebroadcast !== 'good' && newest.kind === 'call') return
  if (mined === leg.nonce && (await replaceIfStuck(world, transaction, leg, newest))) return
  await sendAgain(world, newest)
}
