import { atomically } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { sendUncounted } from '../../broadcast.ts'
import { deepHeight, inclusionOf, isFinal } from '../../evidence/inclusion.ts'
import { livingLegAt } from '../../store.ts'
import { searchFrom } from '../search-start.ts'
import { noteNotFinal } from './not-final-store.ts'
import { displace, noteUse, usedNow } from './note-use.ts'
import type { Unattributed } from './unattributed-store.ts'

/** Where what was found on chain is now. `unknown`: no node shows it, and nothing else has used its nonce for good. */
export type Whereabouts = 'mined' | 'gone' | 'unknown'

/**
 * Whether the chain still has what was found there. A node without its receipt proves nothing: it lags, or a reorganisation
 * has taken the transaction back, and whoever holds its bytes may have it mined again. So it is sent again here, which
 * brings it back or lets something else have its nonce. That is written down in its place once it lies deep and the
 * confirming nodes agree: only then is it `gone`.
 */
export async function whereabouts(world: World, one: Unattributed): Promise<Whereabouts> {
  const { sender, nonce, hash } = one
  const slot = { sender, nonce, from: () => searchFrom(world, sender, nonce), byAnyone: true } as const
  const seen = await inclusionOf(world, [hash], { old: true, slot })
  if (seen.is === 'included' && seen.receipt.success) return 'mined'
  const now = await usedNow(world, one, seen)
  if (now === undefined || !(await isFinal(world, now.seen))) {
    await noteNotFinal(world.db, hash)
    await sendAgain(world, one)
    return 'unknown'
  }
  const found = { sender, nonce, use: now.use, receipt: now.seen.receipt, isFinal: true }
  await atomically(world.db, async (db) => {
    // Another look may have written the new one.
    if (await displace(db, world, hash)) await noteUse(db, world, found)
  })
  return 'gone'
}

/**
 * Whether a reorganisation took it back so long ago that the chain is deep without it, and no pool takes it any more: then
 * something else may be signed at its nonce, of which one is mined at most. (Nothing that could be the same payment: whoever
 * asks for that waits until it is `gone`.)
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
  world.log.warn({ sender, hash }, 'what was found on chain is not shown: it is sent again')
  await sendUncounted(world, raw)
}
