import type { Address } from '#shared/model/ids.ts'
import { accountForNonces } from '../legs/reconciling/account-for-nonces.ts'
import { isFreshlyRestored } from '../legs/reconciling/restores-store.ts'
import { rebuild } from '../transactions/rebuilding/rebuild.ts'
import { inBatches } from '../world/in-batches.ts'
import type { World } from '../world/world.ts'
import { searchOf } from './searches-store.ts'

/** Questions to the node. */
const AT_ONCE = 10

/**
 * A restored database lacks payments. True once the nonces of some senders of an account are accounted for, and each transaction
 * found is a payment again, with its amount: asked once in a process, and each time while a restore is fresh, since a pool may
 * hold more.
 */
export async function accountForAll(world: World, accountId: string, senders: readonly Address[]): Promise<boolean> {
  const known = world.memory.part('accounted for', () => new Set<Address>())
  const isFresh = await isFreshlyRestored(world.db, world.clock.now())
  const asked = senders.filter((address) => isFresh || !known.has(address))
  if (asked.length === 0) return true
  if ((await searchOf(world.db, accountId)) !== undefined) return false
  const behind: Address[] = []
  const areAllAsked = await inBatches(world, asked, AT_ONCE, async (sender) => {
    if (!(await accountForNonces(world, sender))) behind.push(sender)
  })
  const { later } = await rebuild(world, asked)
  if (!areAllAsked || behind.length + later.length > 0) return false
  for (const sender of asked) known.add(sender)
  return true
}
