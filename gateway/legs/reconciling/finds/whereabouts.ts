import { confirmations } from '../../../config/config.ts'
import { atomically } from '../../../db/database.ts'
import type { World } from '../../../world/world.ts'
import { livingLegAt } from '../../store.ts'
import { searchFrom } from '../birth.ts'
import { displace, noteUse, type Use } from './note-use.ts'
import type { Unattributed } from './unattributed-store.ts'
import { noteUnsettled } from './unsettled-store.ts'

/** Where what was found on chain is now. `unknown`: no node shows it, and nothing else has used its nonce for good. */
export type Whereabouts = 'mined' | 'gone' | 'unknown'

/**
 * Whether the chain still has what was found there. A node without its receipt proves nothing: it lags, or a reorganisation
 * has taken the transaction back, and whoever holds its bytes may have it mined again. So it is sent again here, which
 * brings it back or lets something else have its nonce. That is written down in its place once it lies deep and the
 * confirming nodes agree: only then is it `gone`.
 */
export async function whereabouts(world: World, one: Unattributed): Promise<Whereabouts> {
  if (await isOnChain(world, one)) return 'mined'
  const now = await deepUse(world, one)
  if (now === undefined) {
    await noteUnsettled(world.db, one.hash)
    await sendAgain(world, one)
    return 'unknown'
  }
  if (now.use.hash === one.hash && now.receipt.success) return 'mined'
  await atomically(world.db, async (db) => {
    // Another look may have written the new one.
    if (await displace(db, world, one.hash)) await noteUse(db, world, now)
  })
  return 'gone'
}

/**
 * Whether a reorganisation took it back so long ago that the chain is deep without it, and no pool takes it any more: then
 * something else may be signed at its nonce, of which one is mined at most. (Nothing that could be the same payment: whoever
 * asks for that waits until it is `gone`.)
 */
export async function isDropped(world: World, one: Unattributed, { block }: { block: number }): Promise<boolean> {
  if (block < one.blockNumber + confirmations(world.config)) return false
  const { sender, nonce } = one
  const [mined, pending] = await Promise.all([world.chain.nonce(sender, block), world.chain.pendingNonce(sender)])
  return mined <= nonce && pending <= nonce
}

/** Not beside a payment that has its nonce: one would displace the other. One that it has displaced does not count. */
async function sendAgain(world: World, { sender, nonce, hash, raw }: Unattributed): Promise<void> {
  if ((await livingLegAt(world.db, world.keys, sender, nonce)) !== undefined) return
  world.log.warn({ sender, hash }, 'what was found on chain is not shown: it is sent again')
  await world.chain.broadcast(raw)
}

/** A node may still show the receipt of a block that the chain has given up. */
async function isOnChain(world: World, { hash }: Unattributed): Promise<boolean> {
  const receipt = await world.chain.receipt(hash, { old: true })
  return receipt?.success === true && (await world.chain.block(receipt.block))?.hash === receipt.blockHash
}

/** What has used its nonce so deep that it stays. */
async function deepUse(world: World, { sender, nonce }: Unattributed): Promise<Use | undefined> {
  const use = await world.chain.whoUsedNonce(sender, nonce, await searchFrom(world, sender, nonce))
  if (use === undefined) return undefined
  const { number: head } = await world.chain.head()
  if (head - use.block + 1 < confirmations(world.config)) return undefined
  const receipt = await world.chain.receipt(use.hash, { old: true })
  if (receipt === undefined || !(await world.chain.agreed(receipt))) return undefined
  return { sender, nonce, use, receipt, isSettled: true }
}
