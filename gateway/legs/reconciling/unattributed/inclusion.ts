import { atomically } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { sendUncounted } from '../../broadcast.ts'
import { deepHeight, inclusionOf, isFinal } from '../../evidence/inclusion.ts'
import { livingLegAt } from '../../store.ts'
import { searchFrom } from '../search-start.ts'
import { noteNotFinal } from './not-final-store.ts'
import { displace, minedNow, recordUnattributed } from './record.ts'
import type { Unattributed } from './store.ts'

/**
 * Whether the chain has an unattributed transaction now. `included`: as a success. `replaced`: another one has its nonce, or it
 * reverted, finally. `missing`: neither is shown.
 */
export type InclusionNow = 'included' | 'replaced' | 'missing'

/**
 * Looks for an unattributed transaction. A node without its receipt proves nothing: the node lags, or a reorganisation took
 * the transaction back, and its bytes may be mined again. So it is sent again here, which brings it back or lets another one
 * have its nonce. The other one is written down in its place once it is final.
 */
export async function inclusionNow(world: World, one: Unattributed): Promise<InclusionNow> {
  const { sender, nonce, hash } = one
  const slot = { sender, nonce, from: () => searchFrom(world, sender, nonce), byAnyone: true } as const
  const seen = await inclusionOf(world, [hash], { old: true, slot })
  if (seen.is === 'included' && seen.receipt.success) return 'included'
  const now = await minedNow(world, one, seen)
  if (now === undefined || !(await isFinal(world, now.seen))) {
    await noteNotFinal(world.db, hash)
    await sendAgain(world, one)
    return 'missing'
  }
  const found = { sender, nonce, use: now.use, receipt: now.seen.receipt, isFinal: true }
  await atomically(world.db, async (db) => {
    // Another look may have written the new one.
    if (await displace(db, world, hash)) await recordUnattributed(db, world, found)
  })
  return 'replaced'
}

/**
 * Whether a reorganisation took it back so long ago that the chain is deep without it, and no pool takes it any more: then
 * something else may be signed at its nonce, of which one is mined at most. (Not a payment that could be the same: that waits
 * until it is `replaced`.)
 */
export async function isDropped(world: World, one: Unattributed, { block }: { block: number }): Promise<boolean> {
  if (deepHeight(world, block) <= one.blockNumber) return false
  const { sender, nonce } = one
  const [mined, pending] = await Promise.all([world.chain.nonce(sender, block), world.chain.pendingNonce(sender)])
  return mined <= nonce && pending <= nonce
}

/** Not beside a payment that has its nonce: one would displace the other. One that it has displaced does not count. */
async function sendAgain(world: World, { sender, nonce, hash, raw }: Unattributed): Promise<void> {
  if ((await livingLegAt(world.db, world.keys, sender, nonce)) !== undefined) return
  world.log.warn({ sender, hash }, 'an unattributed transaction is not shown: it is sent again')
  await sendUncounted(world, raw)
}
