import type { Address } from '#shared/model/ids.ts'
import { errorWords } from '../../error-words.ts'
import { accountForNonces } from '../../legs/reconciling/account-for-nonces.ts'
import { isFreshlyRestored } from '../../legs/reconciling/restores-store.ts'
import { allSigners, noteFormerOperators } from '../../legs/reconciling/signers.ts'
import { foundSince } from '../../wallets/custodial-store.ts'
import { inBatches } from '../../world/in-batches.ts'
import type { World } from '../../world/world.ts'
import { advanceAll, reconcile } from '../reconcile.ts'
import { reconcileInterval } from '../reconcile-throttle.ts'
import { listInFlight } from '../store.ts'
import { rebuild } from './rebuild.ts'
import { listUnread } from './rebuilt-store.ts'
import { rewriteRedeems } from './rewrite-redeem.ts'

const AT_ONCE = 10
const AGAIN_MS = 2_000
/** Forgotten transactions may be mined later, without any node showing them in its pool: all senders are looked at again. */
const ALL_AGAIN_MS = 5 * 60_000
/** By less than this the clocks of two gateways differ, and what one commits is older than what another one has committed. */
const APART_MS = 10 * 60_000

/**
 * `left`: senders that are not accounted for yet. `allAt`: when all were asked about. `found`: wallets that were found again and
 * have been among them, as far as they were at `foundAt`. `reasons`: why the newest round has left something.
 */
export type Backlog = {
  left: Address[]
  allAt: number | undefined
  found: Set<Address>
  foundAt: number
  reasons: Set<string>
}

export const emptyBacklog = (): Backlog => ({
  left: [],
  allAt: undefined,
  found: new Set(),
  foundAt: 0,
  reasons: new Set(),
})

/**
 * Runs until the gateway closes. At every start, and for as long as a restore is fresh, accounts for the transactions of each
 * sender that this database does not know. They become the payments again that their tags name, and burns without a tag
 * redeems, whenever they are found, by a payment too; and rows that no client reads are brought to their end: those of the
 * account `unread`, and rebuilt ones.
 */
export async function keepReconciling(world: World, unread: string): Promise<void> {
  const backlog = emptyBacklog()
  while (!world.closing.aborted) {
    await reconcileRound(world, unread, backlog)
    await world.clock.sleep(AGAIN_MS, world.closing)
  }
}

/** One look at all that is left. An item that is not ready, or was altered, keeps no other waiting. True if nothing is left. */
export async function reconcileRound(world: World, unread: string, backlog: Backlog): Promise<boolean> {
  const guarded = guardedBy(world, backlog)
  // Before burns are looked for: a transfer to a former operator from now on is none.
  const noted = await guarded(() => noteFormerOperators(world), false)
  await guarded(() => takeAll(world, backlog), undefined)
  await guarded(() => takeFound(world, backlog), undefined)
  const before = backlog.left.length
  backlog.left = await notCaughtUp(world, backlog.left, guarded)
  const { length: left } = backlog.left
  if (left < before) {
    world.log.info({ senders: before, left }, 'the nonces of senders were looked at')
  }
  const rebuilt = await guarded(() => rebuildAll(world), false)
  const rewritten = noted && (await guarded(() => rewriteRedeems(world), false))
  // So that each payout belongs to the redeem that it pays.
  if (left < before) await guarded(() => advanceRedeems(world), undefined)
  const ended = await guarded(() => advanceUnread(world, unread), false)
  return backlog.allAt !== undefined && left === 0 && rebuilt && rewritten && ended
}

/** True where nothing is left. */
async function rebuildAll(world: World): Promise<boolean> {
  const { later, after } = await rebuild(world)
  for (const id of after) await reconcile(world, id)
  return later.length === 0
}

async function takeAll(world: World, backlog: Backlog): Promise<void> {
  const now = world.clock.now()
  const isDue = backlog.allAt === undefined || Math.abs(now - backlog.allAt) >= ALL_AGAIN_MS
  if (!isDue || (backlog.allAt !== undefined && !(await isFreshlyRestored(world.db, now)))) return
  backlog.left = await allSigners(world)
  backlog.allAt = now
}

/** Payments that a found wallet has made since the backup come back with it. */
async function takeFound(world: World, backlog: Backlog): Promise<void> {
  const now = world.clock.now()
  const found = await foundSince(world.db, Math.min(backlog.foundAt, now) - APART_MS)
  const fresh = found.filter((address) => !backlog.found.has(address))
  for (const address of fresh) backlog.found.add(address)
  backlog.left = [...new Set([...backlog.left, ...fresh])]
  backlog.foundAt = now
}

async function notCaughtUp(world: World, senders: Address[], guarded: Guarded): Promise<Address[]> {
  const left: Address[] = []
  await inBatches(world, senders, AT_ONCE, async (sender) => {
    if (!(await guarded(() => accountForNonces(world, sender), false))) left.push(sender)
  })
  return left
}

async function advanceRedeems(world: World): Promise<void> {
  const inFlight = await listInFlight(world.db)
  await advanceAll(
    world,
    inFlight.filter(({ type }) => type === 'REDEEM'),
  )
}

/** Moves on payments that no client reads. True if there are none. */
async function advanceUnread(world: World, accountId: string): Promise<boolean> {
  const rows = await listUnread(world.db, accountId)
  await advanceAll(world, rows, (row) => reconcileInterval(world, row))
  return rows.length === 0
}

type Guarded = <T>(work: () => Promise<T>, otherwise: T) => Promise<T>

/**
 * For one round. Logs why an item could not be looked at, such as a chain that is away: it is tried again. A reason that the
 * round before had too is not logged again.
 */
function guardedBy(world: World, backlog: Backlog): Guarded {
  const before = backlog.reasons
  const reasons = new Set<string>()
  backlog.reasons = reasons
  return (work, otherwise) =>
    work().catch((error: unknown) => {
      const reason = errorWords(error)
      if (!before.has(reason) && !reasons.has(reason)) world.log.warn({ reason }, 'reconciling is tried again')
      reasons.add(reason)
      return otherwise
    })
}
