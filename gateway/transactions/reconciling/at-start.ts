import type { Address } from '#shared/model/ids.ts'
import { catchUp } from '../../legs/reconciling/catch-up.ts'
import { allSigners } from '../../legs/reconciling/signers.ts'
import type { World } from '../../world/world.ts'
import { advance } from '../reconcile.ts'
import { isInFlight } from '../states.ts'
import { findTransaction, listInFlight } from '../store.ts'
import { rewriteRedeems, rewrittenIds } from './rewrite-redeem.ts'

const AT_ONCE = 10
const AGAIN_MS = 2_000

/**
 * At every start: accounts for what the chain has mined of each sender and this database does not know. Then every redeem
 * that is under way is looked at, so that what was found belongs to it; those that nobody reads to their end: of the account `unread`,
 * and what was written down anew. Payments meanwhile do this for their own sender.
 */
export async function reconcileAtStart(world: World, unread: string): Promise<void> {
  let left = await guarded(world, () => allSigners(world), [])
  const all = left.length
  while (left.length > 0 && !world.closing.aborted) {
    const before = left
    left = await notCaughtUp(world, before)
    if (left.length > 0) await world.clock.sleep(AGAIN_MS, world.closing)
  }
  world.log.info({ senders: all, aborted: world.closing.aborted }, 'the nonces of every sender were looked at')
  while (!world.closing.aborted && !(await guarded(world, () => rewriteRedeems(world), false))) {
    await world.clock.sleep(AGAIN_MS, world.closing)
  }
  await guarded(world, () => advanceRedeems(world), undefined)
  while (!world.closing.aborted && (await guarded(world, () => advanceUnread(world, unread), true))) {
    await world.clock.sleep(AGAIN_MS, world.closing)
  }
}

/** True while there are any. */
async function advanceUnread(world: World, accountId: string): Promise<boolean> {
  let left = false
  const rewritten = await rewrittenIds(world.db)
  for (const { id } of await listInFlight(world.db)) {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined || world.closing.aborted) continue
    if (transaction.account_id !== accountId && !rewritten.has(id)) continue
    left = true
    await advance(world, transaction)
  }
  return left
}

async function notCaughtUp(world: World, senders: Address[]): Promise<Address[]> {
  const left: Address[] = []
  for (let start = 0; start < senders.length && !world.closing.aborted; start += AT_ONCE) {
    const some = senders.slice(start, start + AT_ONCE)
    const done = await Promise.all(some.map((sender) => guarded(world, () => catchUp(world, sender), false)))
    left.push(...some.filter((_, index) => !done[index]))
  }
  return left
}

async function advanceRedeems(world: World): Promise<void> {
  for (const { id } of await listInFlight(world.db)) {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (world.closing.aborted) return
    if (transaction?.type === 'REDEEM' && isInFlight(transaction)) await advance(world, transaction)
  }
}

/** Whatever keeps one from being looked at, such as a chain that is away: it is tried again. */
async function guarded<T>(world: World, work: () => Promise<T>, otherwise: T): Promise<T> {
  return work().catch((error: unknown) => {
    world.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'reconciling is tried again')
    return otherwise
  })
}
