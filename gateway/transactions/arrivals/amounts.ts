import { type Hex, ZERO_HANDLE } from '#shared/model/ids.ts'
import { ConfidentialUnavailable } from '../../chain/port.ts'
import { atomically } from '../../db/database.ts'
import { readerOf, readPlaintexts } from '../../decryption/read-plaintexts.ts'
import type { World } from '../../world/world.ts'
import { learnAmount, type Unknown, unknownAmounts } from './store.ts'

/** In one request to the KMS: what fits into one. */
const HANDLES = 32
/** So many wallets in vain, and the rest waits for the next look. */
const FAILED_MAX = 3
/** At a time, of all wallets together: the next look goes on. */
const MOST = HANDLES * 8

/**
 * Learns amounts that came in and are not known yet: of all wallets, or of one. What can be derived is; the rest each wallet
 * that received it decrypts, once. Where the service is away everything stays as it is.
 */
export async function learnAmounts(world: World, walletId?: string): Promise<void> {
  const waiting = await unknownAmounts(world.db, MOST, walletId)
  let failed = 0
  for (const [wallet, rows] of Map.groupBy(waiting, ({ walletId }) => walletId)) {
    try {
      // Anyone who wants the same shares the attempt.
      await world.singleFlight.run('amounts that came in', wallet, () => learnOf(world, wallet, rows))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof ConfidentialUnavailable) {
        // It may be about this wallet alone; where nobody is served, a few are asked for in vain.
        world.log.warn({ wallet, reason }, 'amounts that came in could not be decrypted')
        failed += 1
        if (failed === FAILED_MAX) return
      } else world.log.error({ wallet, reason }, 'amounts that came in could not be learned')
    }
  }
}

async function learnOf(world: World, walletId: string, rows: readonly Unknown[]): Promise<void> {
  for (let start = 0; start < rows.length; start += HANDLES) {
    const some = rows.slice(start, start + HANDLES)
    const handles = some.map(({ handle }) => handle ?? (ZERO_HANDLE as Hex))
    const known = await readPlaintexts(world, [...new Set(handles)], readerOf(world, walletId))
    world.step('before storing arrivals')
    await atomically(world.db, async (trx) => {
      for (const row of some) {
        const units = known.get(row.handle ?? (ZERO_HANDLE as Hex))
        if (units !== undefined) await learnAmount(trx, world.keys, row, units, world.clock.now())
      }
      world.step('before committing arrivals')
    })
    world.step('after storing arrivals')
  }
}
