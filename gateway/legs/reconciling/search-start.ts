import type { Address } from '#shared/model/ids.ts'
import { firstAccountMadeAt } from '../../accounts/store.ts'
import { ChainUnavailable } from '../../chain/port.ts'
import { walletMadeAt } from '../../wallets/custodial-store.ts'
import type { World } from '../../world/world.ts'
import { lastBlockBefore } from '../evidence/last-block-before.ts'
import { newestBlockBelow } from '../nonces-store.ts'
import { firstRestoreAt, isFreshlyRestored } from './restores-store.ts'
import { newestOwnBlock, noteAccounted, oldestFloatBlock, senderState } from './senders-store.ts'

/** Before the start of a sender in this database: clocks need not agree to the minute. */
const MARGIN_S = 60
/**
 * After this time of failed reads of an old block, beside good reads of the newest, the node is taken to have pruned its state.
 */
const FORGOTTEN_AFTER_MS = 60_000
/** Two failures that lie further apart say nothing of the time between them. */
const SILENCE_MS = 20_000

/** Block at which a sender became known to this process, and since when the node has not answered for it. */
type SearchStart = { block: number; silentSince?: number; silentAt?: number }

const startsOf = (world: World) => world.memory.part('search starts', () => new Map<Address, SearchStart>())

/**
 * The operator's key may be older than this database, and its transactions from before it became the operator's are no payments
 * of this gateway. A restored database may have forgotten when that was. Every forgotten transaction was signed after its
 * newest leg; and a redeem that it does know may have been paid since, which is after its burn. False while that cannot be
 * told.
 */
export async function recordFirstRelevantNonce(world: World, sender: Address): Promise<boolean> {
  const used = await usedBefore(world, sender)
  if (used !== undefined) await noteAccounted(world.db, sender, used)
  return used !== undefined
}

/**
 * Before this process signs anything: every operator transaction that a restored database has forgotten is newer than
 * the legs that it had then, and older than those that are signed from now on.
 */
export async function rememberSearchStart(world: World): Promise<void> {
  const sender = world.chain.operator?.address
  const seen = world.memory.part('search starts looked at', () => new Set<Address>())
  if (sender === undefined || seen.has(sender)) return
  if (!(await senderState(world.db, sender)).isKnown) await startOf(world, sender, await oldestFloatBlock(world.db))
  seen.add(sender)
}

async function startOf(world: World, sender: Address, promised: number | undefined): Promise<SearchStart> {
  const starts = startsOf(world)
  const start = starts.get(sender) ?? { block: await chooseStart(world, sender, promised) }
  starts.set(sender, start)
  return start
}

async function usedBefore(world: World, sender: Address): Promise<number | undefined> {
  const now = await world.chain.nonce(sender)
  if (now === 0) return 0
  const promised = await oldestFloatBlock(world.db)
  const start = await startOf(world, sender, promised)
  // A redeem that was written anew meanwhile may be older than the first start.
  start.block = Math.min(start.block, promised ?? start.block)
  try {
    return await world.chain.nonce(sender, start.block)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    const { elapsed } = world.clock
    if (start.silentSince === undefined) {
      const what =
        'the node does not say what this operator had sent by then: SOTTO_RPC_URL_ARCHIVE may name one that does'
      world.log.warn({ operator: sender, block: start.block }, what)
    }
    if (start.silentAt === undefined || elapsed() - start.silentAt > SILENCE_MS) start.silentSince = elapsed()
    start.silentAt = elapsed()
    // Only redeems from the float, and payments that a restore forgot, could be paid twice.
    const mustKnow = promised !== undefined || (await isFreshlyRestored(world.db, world.clock.now()))
    return mustKnow || elapsed() - (start.silentSince ?? elapsed()) < FORGOTTEN_AFTER_MS ? undefined : now
  }
}

async function chooseStart(world: World, sender: Address, promised: number | undefined): Promise<number> {
  // A leg from after a restore does not show that the operator's earlier payments are known.
  const restoredAt = await firstRestoreAt(world.db)
  const { number: head } = await world.chain.head()
  // Without a leg nothing was paid that could be forgotten, unless a backup from before the first one was put back.
  const first = async () => (restoredAt === undefined ? head : blockAt(world, await keyMadeAt(world, sender)))
  const newest = (await newestOwnBlock(world.db, restoredAt ?? Number.MAX_SAFE_INTEGER)) ?? (await first())
  // After a reorganisation the chain may be shorter.
  return Math.min(newest, promised ?? newest, head)
}

/** The last block before a sender is known to have signed anything here. A wallet's key was made here. */
async function startBlock(world: World, sender: Address): Promise<number> {
  return startsOf(world).get(sender)?.block ?? blockAt(world, await keyMadeAt(world, sender))
}

/** Milliseconds since the epoch. */
async function keyMadeAt({ db, clock }: World, sender: Address): Promise<number> {
  return (await walletMadeAt(db, sender)) ?? (await firstAccountMadeAt(db)) ?? clock.now()
}

async function blockAt(world: World, moment: number): Promise<number> {
  return lastBlockBefore(world, moment / 1000 - MARGIN_S, (await world.chain.head()).number)
}

/** A nonce was mined after whatever is known of the ones below it. */
export async function searchFrom(world: World, sender: Address, nonce: number): Promise<number> {
  return (await newestBlockBelow(world.db, sender, nonce)) ?? startBlock(world, sender)
}
