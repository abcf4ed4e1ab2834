import type { TransactionQuery } from '#shared/api/transactions.ts'
import type { Caller } from '../auth/caller.ts'
import { ownWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { lookWithin } from './arrivals/look.ts'
import { directionOf, type Page, pageOfTransactions } from './list-store.ts'
import { advance } from './reconcile.ts'
import { reconcileInterval } from './reconcile-throttle.ts'
import { isInFlight } from './states.ts'

/** A list waits this long for looks at what is in flight; they go on behind it. */
const PATIENCE_MS = 500

/** A page of an account's transactions, as far as the credential reaches. Its rows in flight are looked at first. */
export async function listTransactions(world: World, caller: Caller, query: TransactionQuery): Promise<Page> {
  const { account, credential } = caller
  const limitedTo = credential.type === 'session' ? null : credential.walletIds
  const walletIds = query.walletId === undefined ? limitedTo : [(await ownWallet(world, caller, query.walletId)).id]
  const list = () => pageOfTransactions(world.db, world.keys, account.id, walletIds, query)
  if (directionOf(query) !== 'out') await lookWithin(world)
  const found = await list()
  const inFlight = found.items.filter(isInFlight)
  if (inFlight.length === 0) return found
  await Promise.all(
    inFlight.map((one) => advance(world, one, { patienceMs: PATIENCE_MS, everyMs: reconcileInterval(world, one) })),
  )
  return list()
}
