import { WALLETS_MAX } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { appendOwn } from '../audit/store.ts'
import { atomically, type Db } from '../db/database.ts'
import { errorWords } from '../error-words.ts'
import { goBackFor } from '../transactions/arrivals/position-store.ts'
import { archiveWallet } from '../wallets/archive-store.ts'
import { type DerivedWallet, deriveWallet } from '../wallets/derive-wallet.ts'
import { nextOrigin } from '../wallets/indexes-store.ts'
import { insertWallet, listWallets } from '../wallets/store.ts'
import { nextTurn } from '../world/next-turn.ts'
import type { World } from '../world/world.ts'
import { FOUND_MAX, type Search, storedAmong } from './index-searches-store.ts'
import { beginSearches, goOnBehind, searchOf } from './searches-store.ts'

/** Addresses in one question to the chain, and in one commit. */
const AT_ONCE = 250
/** Keys that are derived in one go, a millisecond each, before others get their turn. */
const IN_ONE_GO = 10
/** How long a request for a new wallet waits for the search. */
const PATIENCE_MS = 5_000

type Candidate = DerivedWallet & { index: number }

/**
 * Looks a bounded piece further for wallets of an account that this database has lost: those of its seed that the chain knows
 * and it does not. The wallets that were found and how far the search got are one commit, so that it can be killed anywhere and
 * goes on. True once the search has ended, or where there is none. Throws `ChainUnavailable`.
 */
export function findStep(world: World, accountId: string): Promise<boolean> {
  return world.singleFlight.run('finding wallets', accountId, () => step(world, accountId))
}

async function step(world: World, accountId: string): Promise<boolean> {
  const search = await searchOf(world.db, accountId)
  if (search === undefined) return true
  const end = Math.min(search.at + AT_ONCE, search.until)
  const unknown = await unknownBetween(world, search, end)
  const used = new Set(await world.chain.inUse(unknown.map(({ signer }) => signer.address)))
  const lost = unknown.filter(({ signer }) => used.has(signer.address)).slice(0, FOUND_MAX.walletIndexes - search.found)
  const indexes = lost.map(({ index }) => index)
  const isNoted = await atomically(world.db, async (trx) => {
    if (!(await goOnBehind(trx, search, end, indexes))) return false
    for (const wallet of lost) await putBack(trx, world, search, wallet)
    // Payments to them since the backup were passed over.
    if (lost.length > 0 && search.scannedBlock !== null) await goBackFor(trx, search.scannedBlock)
    return true
  })
  if (isNoted && lost.length > 0) {
    world.log.warn({ account: accountId, found: lost.length }, 'wallets that are newer than the backup came back')
  }
  return (await searchOf(world.db, accountId)) === undefined
}

async function unknownBetween(world: World, search: Search, end: number): Promise<Candidate[]> {
  const { accountId, generation } = search
  const all: Candidate[] = []
  for (let index = search.at; index < end; index++) {
    all.push({ ...deriveWallet(world, { accountId, generation, index }), index })
    if (all.length % IN_ONE_GO === 0) await nextTurn()
  }
  const ids = all.map(({ id }) => id)
  const stored = await storedAmong(world.db, 'wallets', ids)
  return all.filter(({ id }) => !stored.has(id))
}

/** Stores a found wallet with its own ID and key. A watch-only wallet with its address ends: the key is here. */
async function putBack(trx: Db, world: World, search: Search, { id, signer }: DerivedWallet): Promise<void> {
  const { accountId } = search
  const now = world.clock.now()
  const others = await listWallets(trx, world.keys, accountId)
  const watched = others.find(({ address }) => address === signer.address)
  if (watched !== undefined) await archiveWallet(trx, watched.id, now)
  const wallet = {
    id,
    accountId,
    address: signer.address,
    type: 'CUSTODIAL' as const,
    label: watched?.label ?? null,
    isPrimary: others.length === 0 || watched?.isPrimary === true,
    createdAt: search.madeAfter,
    rebuiltAt: now,
    policy: null,
    forRequest: false,
  }
  await insertWallet(trx, world.keys, wallet, signer)
  await appendOwn({ ...world, db: trx }, { accountId, type: 'wallet.rebuilt', subject: id })
}

/**
 * Searches for an account that asks for a new wallet, for as long as the request waits. If the chain is away nothing is
 * learned, and a search goes on later.
 */
export async function findWithin(world: World, accountId: string): Promise<void> {
  const patience = new AbortController()
  const late = world.clock.sleep(PATIENCE_MS, patience.signal)
  await Promise.race([find(world, accountId, patience.signal), late])
  patience.abort()
}

async function find(world: World, accountId: string, patience: AbortSignal): Promise<void> {
  try {
    if (await isNextInUse(world, accountId)) {
      await atomically(world.db, (trx) => beginSearches(trx, { is: 'asked', accountId, isBehind: true }))
    }
    while (!(await findStep(world, accountId)) && !patience.aborted && !world.drained.aborted);
  } catch (error) {
    // Nothing was configured to ask.
    if (error instanceof Refusal) return
    world.log.warn({ reason: errorWords(error) }, 'lost wallets are looked for later')
  }
}

/**
 * A data folder that was put back without `sotto restore` shows by this alone that it is behind. An account that gets no
 * further wallet needs no look: a node that says of every address that it is used would bring it more each time.
 */
async function isNextInUse(world: World, accountId: string): Promise<boolean> {
  if ((await listWallets(world.db, world.keys, accountId)).length >= WALLETS_MAX) return false
  const origin = await nextOrigin(world.db, accountId)
  if (origin === undefined || origin.generation > world.keys.walletSeed()) return false
  const { address } = deriveWallet(world, origin).signer
  return (await world.chain.inUse([address])).length > 0
}
