import { Refusal } from '#shared/refusal.ts'
import { reconciling } from '../legs/reconciling/account-for-nonces.ts'
import { walletsThatCount } from '../policies/in-force.ts'
import { accountForAll } from '../recovery/account-for-all.ts'
import type { World } from '../world/world.ts'
import { type Draft, orderOf } from './submit/draft.ts'

/** A limit looks back over payments of several wallets, and a restored database lacks some of them. Throws `reconciling`. */
export async function requireAllCounted(world: World, draft: Draft): Promise<void> {
  const wallets = await walletsThatCount(world.db, world, orderOf(draft))
  const senders = wallets.map(({ address }) => address)
  if (await accountForAll(world, draft.wallet.accountId, senders)) return
  throw new Refusal('reconciling', {
    message:
      'A limit counts payments that the chain has and this gateway does not know yet: it is finding them. Nothing was sent.',
    headers: { 'retry-after': '2' },
  })
}

/**
 * A payment that waits for a person takes its key before the chain is asked anything, and a restored database lacks what was paid
 * under it: that payment is a row again first, which is in the way. Throws `reconciling`.
 */
export async function requireKeyUnpaid(world: World, { claim, wallet, sender }: Draft): Promise<void> {
  if (claim === undefined || (await accountForAll(world, wallet.accountId, [sender]))) return
  throw reconciling(sender)
}
