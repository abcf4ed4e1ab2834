import { Refusal } from '#shared/refusal.ts'
import { ChainUnavailable } from '../chain/port.ts'
import { reconciling } from '../legs/reconciling/account-for-nonces.ts'
import { isFreshlyRestored } from '../legs/reconciling/restores-store.ts'
import { walletsThatCount } from '../policies/in-force.ts'
import { accountForAll } from '../recovery/account-for-all.ts'
import { findTransaction } from '../transactions/store.ts'
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

type Keyed = Pick<Draft, 'claim' | 'wallet' | 'sender'>

/**
 * The gateway stores a payment that waits for a person, with its `Idempotency-Key`, without a look at the chain. A restored
 * database may lack another payment under the same key, so the gateway first writes the forgotten payments of the sender again:
 * the row of the other one then refuses this one. Throws `reconciling` while some are not written yet.
 */
export async function requireKeyUnpaid(world: World, { claim, wallet, sender }: Keyed): Promise<void> {
  if (claim === undefined) return
  const isKnown = await accountForAll(world, wallet.accountId, [sender]).catch((error: unknown) => {
    if (error instanceof ChainUnavailable) return false
    throw error
  })
  if (!isKnown) throw reconciling(sender)
}

/**
 * A keyed call that the gateway refuses before it asks the chain may be the repeat of a payment that a fresh restore has forgotten.
 * Throws `reconciling` until the gateway knows. A payment that is stored by now was refused for itself.
 */
export async function requireKeyRemembered(world: World, draft: Keyed): Promise<void> {
  if (draft.claim === undefined || !(await isFreshlyRestored(world.db, world.clock.now()))) return
  if ((await findTransaction(world.db, world.keys, draft.claim.rowId)) !== undefined) return
  await requireKeyUnpaid(world, draft)
}
