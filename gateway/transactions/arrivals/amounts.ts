import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { atomically } from '../../db/database.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { errorWords } from '../../error-words.ts'
import type { World } from '../../world/world.ts'
import { unknownAmounts, waitingWallets } from './read-store.ts'
import { type Effects, learnAmount, mergeEffects, writeEffects } from './store.ts'

/** Handles that fit into one request to the KMS. */
const HANDLES = 32
/** Amounts of one wallet in one look, so that other wallets have their turn: the next look goes on. */
const AT_ONCE = HANDLES * 8
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
  const inVain = inVainOf(world)
  let failed = 0
  for (const wallet of walletId === undefined ? await walletsInTurn(world) : [walletId]) {
    try {
      // Anyone who wants the same shares the attempt.
      await world.singleFlight.run('amounts that came in', wallet, () => learnOf(world, wallet))
      inVain.delete(wallet)
    } catch (error) {
      const reason = errorWords(error)
      // The failure may concern this wallet alone; if the service is away, a few wallets are tried in vain.
      const say = error instanceof ConfidentialUnavailable ? world.log.warn : world.log.error
      say.call(world.log, { wallet, reason }, 'amounts that came in could not be learned')
      if (walletId === undefined) note(inVain, wallet)
      failed += 1
      if (failed === FAILED_MAX) return
    }
  }
}

/** Wallets that were tried in vain, the last one last. */
function inVainOf(world: World): Set<string> {
  return world.memory.part('amounts not learned', () => new Set())
}

function note(inVain: Set<string>, wallet: string): void {
  inVain.delete(wallet)
  inVain.add(wallet)
  for (const oldest of inVain) if (inVain.size > FAILED_KEPT) inVain.delete(oldest)
}

/** Wallets that were tried in vain come after all others, by turns, and keep none waiting. */
async function walletsInTurn(world: World): Promise<string[]> {
  const inVain = [...inVainOf(world)]
  return [...(await waitingWallets(world.db, WALLETS, inVain)), ...inVain.slice(0, FAILED_MAX)]
}

async function learnOf(world: World, walletId: string): Promise<void> {
  const rows = await unknownAmounts(world.db, walletId, AT_ONCE)
  for (let start = 0; start < rows.length; start += HANDLES) {
    const some = rows.slice(start, start + HANDLES)
    const handles = some.map(({ handle }) => handle ?? (ZERO_HANDLE as Hex))
    const known = await readPlaintexts(world, [...new Set(handles)], readerOf(world, walletId))
    world.step('before storing arrivals')
    await atomically(world.db, async (trx) => {
      const now = world.clock.now()
      const effects: Effects[] = []
      for (const row of some) {
        const units = known.get(row.handle ?? (ZERO_HANDLE as Hex))
        if (units !== undefined) effects.push(await learnAmount(trx, world.keys, row, units, now))
      }
      await writeEffects(trx, world.keys, mergeEffects(...effects), now)
      world.step('before committing arrivals')
    })
    world.step('after storing arrivals')
  }
}
