import { errorWords } from '../error-words.ts'
import { countPads } from '../tallies.ts'
import type { World } from '../world/world.ts'
import { notePads, storePadCounts } from './counts/note.ts'
import { makePads } from './pad.ts'
import { forgetPayers, payers, putPads } from './pool.ts'

const EVERY_MS = 2_000
/** Wallets that have pads: those that paid last. */
const WALLETS_MAX = 500

/** Makes pads while no payment needs the proof's thread, until the gateway closes. */
export async function keepFilling(world: World): Promise<void> {
  if (world.config.SOTTO_PADS === 0) return
  while (!world.closing.aborted) {
    await fill(world).catch((error: unknown) => {
      world.log.warn({ reason: errorWords(error) }, 'no proofs could be made ahead now')
    })
    await storePadCounts(world).catch((error: unknown) => {
      world.log.warn({ reason: errorWords(error) }, 'counts of proofs made ahead could not be written')
    })
    await world.clock.sleep(EVERY_MS, world.closing)
  }
}

/** One proof for each wallet that has few pads, the emptiest first. */
export async function fill(world: World): Promise<void> {
  const { SOTTO_PADS: most, SOTTO_PADS_LOW: least = Math.ceil(most / 2) } = world.config
  for (const { wallet, ready } of forgetPayers(world, WALLETS_MAX)) notePads(world, wallet, 'thrown away', ready)
  const low = payers(world).filter(({ ready }) => ready < Math.min(least, most))
  for (const { wallet, ready } of low.sort((one, other) => one.ready - other.ready)) {
    if (world.closing.aborted) return
    if (!(await world.chain.pads.mayMove(wallet))) continue
    const made = await makePads(most - ready, (values) => world.chain.pads.encrypt(wallet, values))
    // A payment has the thread.
    if (made === undefined) return
    putPads(world, wallet, made)
    countPads('made', made.length)
  }
}
