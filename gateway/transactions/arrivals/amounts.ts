import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { atomically } from '../../db/database.ts'
import { HANDLES, halvesOf } from '../../decryption/halves.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { errorWords } from '../../error-words.ts'
import type { World } from '../../world/world.ts'
import { type Unknown, unknownAmounts, waitingWallets } from './read-store.ts'
import { type Effects, learnAmount, mergeEffects, writeEffects } from './store.ts'

/** Requests for one wallet in one look, so that other wallets have their turn: the next look goes on. */
const REQUESTS = 8
const AT_ONCE = HANDLES * REQUESTS
/** Wallets at a time. */
const WALLETS = 64
/** After this many failed wallets the rest waits for the next look. */
const FAILED_MAX = 3
/** Failed wallets that are remembered. */
const FAILED_KEPT = 1_000

/**
 * Learns amounts of arrivals that are not known yet: of all wallets, or of one. Amounts are derived where possible; the rest
 * each wallet that received one decrypts, once. If the service is away everything stays as it is.
 */
export async function learnAmounts(world: World, walletId?: string): Promise<void> {
  let failed = 0
  for (const wallet of walletId === undefined ? await walletsInTurn(world) : [walletId]) {
    try {
      // Anyone who wants the same shares the attempt.
      await world.singleFlight.run('amounts that came in', wallet, () => learnOf(world, wallet))
    } catch (error) {
      const reason = errorWords(error)
      // The failure may concern this wallet alone; if the service is away, a few wallets are tried in vain.
      const say = error instanceof ConfidentialUnavailable ? world.log.warn : world.log.error
      say.call(world.log, { wallet, reason }, 'amounts that came in could not be learned')
      failed += 1
      if (failed === FAILED_MAX) return
    }
  }
}

/** Wallets that were tried in vain, the last one last, each with the handles of its requests that failed. */
function inVainOf(world: World): Map<string, Hex[][]> {
  return world.memory.part('amounts not learned', () => new Map())
}

function note(inVain: Map<string, Hex[][]>, wallet: string, parts: Hex[][]): void {
  inVain.delete(wallet)
  if (parts.length > 0) inVain.set(wallet, parts)
  for (const oldest of inVain.keys()) if (inVain.size > FAILED_KEPT) inVain.delete(oldest)
}

/** Wallets that were tried in vain come after all others, by turns, and keep none waiting. */
async function walletsInTurn(world: World): Promise<string[]> {
  const inVain = [...inVainOf(world).keys()]
  return [...(await waitingWallets(world.db, WALLETS, inVain)), ...inVain.slice(0, FAILED_MAX)]
}

/** What failed before is asked for after all else, in halves and by turns: a handle that does not open keeps no other waiting. */
async function learnOf(world: World, walletId: string): Promise<void> {
  const inVain = inVainOf(world)
  const failed = inVain.get(walletId) ?? []
  const again = new Set(failed.flat())
  const found = await unknownAmounts(world.db, walletId, AT_ONCE + again.size)
  const rows = Map.groupBy(found, ({ handle }) => handle ?? (ZERO_HANDLE as Hex))
  const fresh = requestsOf([...rows.keys()].filter((handle) => !again.has(handle)))
  let parts = failed.map((part) => part.filter((handle) => rows.has(handle))).filter((part) => part.length > 0)
  for (let asked = 0; asked < REQUESTS; asked++) {
    const isFresh = fresh.length > 0
    const handles = (isFresh ? fresh : parts).shift()
    if (handles === undefined) break
    try {
      await learnSome(world, walletId, handles, rows)
    } catch (error) {
      note(inVain, walletId, [...parts, ...halvesOf(handles)])
      throw error
    }
    // The service answers: of what failed while it was away more is asked for together.
    if (!isFresh) parts = joined(parts, Math.min(handles.length * 2, HANDLES))
  }
  note(inVain, walletId, parts)
}

function requestsOf(handles: Hex[]): Hex[][] {
  const starts = Array.from({ length: Math.ceil(handles.length / HANDLES) }, (_, index) => index * HANDLES)
  return starts.map((start) => handles.slice(start, start + HANDLES))
}

/** Puts the first parts together into one, as many as have so many handles at most. */
function joined(parts: Hex[][], most: number): Hex[][] {
  let [count, handles] = [0, 0]
  for (const part of parts) {
    handles += part.length
    if (handles > most) break
    count += 1
  }
  return count < 2 ? parts : [parts.slice(0, count).flat(), ...parts.slice(count)]
}

async function learnSome(world: World, walletId: string, handles: Hex[], rows: Map<Hex, Unknown[]>): Promise<void> {
  const known = await readPlaintexts(world, handles, readerOf(world, walletId))
  world.step('before storing arrivals')
  await atomically(world.db, async (trx) => {
    const now = world.clock.now()
    const effects: Effects[] = []
    for (const [handle, units] of known) {
      for (const row of rows.get(handle) ?? []) effects.push(await learnAmount(trx, world.keys, row, units, now))
    }
    await writeEffects(trx, world.keys, mergeEffects(...effects), now)
    world.step('before committing arrivals')
  })
  world.step('after storing arrivals')
}
