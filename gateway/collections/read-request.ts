import type { RequestQuery } from '#shared/api/requests.ts'
import type { Caller } from '../auth/caller.ts'
import { type Page, pageOfRequests } from '../requests/list-store.ts'
import { ownRequest } from '../requests/own-request.ts'
import type { PaymentRequest } from '../requests/store.ts'
import { lookWithin } from '../transactions/arrivals/look.ts'
import { reconcileOnce } from '../transactions/reconcile-throttle.ts'
import { ownWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { lookAfterRequests } from './keep-collecting.ts'

/** A request named in a path, with what has come in until now, as far as that is seen within a moment. */
export async function readRequest(world: World, caller: Caller, id: string): Promise<PaymentRequest> {
  await ownRequest(world, caller, id)
  await lookWithin(world)
  // Where no worker looks after it, a read does; it waits for no payment.
  if (!world.config.SOTTO_WORKER) void reconcileOnce(world, 'requests', () => lookAfterRequests(world))
  return ownRequest(world, caller, id)
}

/** A page of an account's requests, as far as the credential reaches. */
export async function listRequests(world: World, caller: Caller, query: RequestQuery): Promise<Page> {
  const { account, credential } = caller
  const limitedTo = credential.type === 'session' ? null : credential.walletIds
  const walletIds = query.walletId === undefined ? limitedTo : [(await ownWallet(world, caller, query.walletId)).id]
  await lookWithin(world)
  return pageOfRequests(world.db, world.keys, account.id, walletIds, query)
}
