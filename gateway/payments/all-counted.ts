import type { Address } from '#shared/model/ids.ts'
import { Refusal } from '#shared/refusal.ts'
import { accountForNonces } from '../legs/reconciling/account-for-nonces.ts'
import { isFreshlyRestored } from '../legs/reconciling/restores-store.ts'
import { walletsThatCount } from '../policies/in-force.ts'
import { searchOf } from '../recovery/searches-store.ts'
import { rebuild } from '../transactions/rebuilding/rebuild.ts'
import { inBatches } from '../world/in-batches.ts'
import type { World } from '../world/world.ts'
import { type Draft, orderOf } from './submit/draft.ts'

/** Questions to the node. */
const AT_ONCE = 10

/**
 * A limit looks back over payments of several wallets, and a restored database lacks some of them. So before a payment that is
 * under one, the nonces of all those wallets are accounted for, and each transaction found has its amount: once in a process,
 * and each time while a restore is fresh, since a pool may hold more. Throws `reconciling`.
 */
export async function requireAllCounted(world: World, draft: Draft): Promise<void> {
  const { accountId } = draft.wallet
  const wallets = await walletsThatCount(world.db, world, orderOf(draft))
  if (wallets.length === 0) return
  const counted = world.memory.part('wallets counted', () => new Set<Address>())
  const isFresh = await isFreshlyRestored(world.db, world.clock.now())
  const senders = wallets.map(({ address }) => address).filter((address) => isFresh || !counted.has(address))
  if (senders.length === 0) return
  if ((await searchOf(world.db, accountId)) !== undefined) throw notCounted()
  const behind: Address[] = []
  const areAllAsked = await inBatches(world, senders, AT_ONCE, async (sender) => {
    if (!(await accountForNonces(world, sender))) behind.push(sender)
  })
  const { later } = await rebuild(world, senders)
  if (!areAllAsked || behind.length + later.length > 0) throw notCounted()
  for (const sender of senders) counted.add(sender)
}

function notCounted(): Refusal {
  return new Refusal('reconciling', {
    message:
      'A limit counts payments that the chain has and this gateway does not know yet: it is finding them. Nothing was sent.',
    headers: { 'retry-after': '2' },
  })
}
