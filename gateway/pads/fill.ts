import { errorWords } from '../error-words.ts'
import { countPads } from '../tallies.ts'
import type { World } from '../world/world.ts'
import { notePads, storePadCounts } from './counts/note.ts'
import { makePads } from './pad.ts'
import { forgetPayers, payers, putPads } from './pool.ts'
import { withRight } from './rights-store.ts'

const EVERY_MS = 2_000
/** After a failure the next try comes after twice as long, up to this: each one begins with a proof of ten seconds. */
const AGAIN_MAX_MS = 5 * 60_000
/** Wallets that have pads: those that paid last. */
const WALLETS_MAX = 500

/** Makes pads while no payment needs the proof's thread, until the gateway closes. */
export async function keepFilling(world: World): Promise<void> {
  if (world.config.SOTTO_PADS === 0) return
  let [wait, dueAt] = [EVERY_MS, 0]
  const fillAgain = async () => {
    try {
      await fill(world)
      wait = EVERY_MS
    } catch (error) {
      world.log.warn({ reason: errorWords(error) }, 'no proofs could be made ahead now')
      wait = Math.min(wait * 2, AGAIN_MAX_MS)
    }
    dueAt = world.clock.elapsed() + wait
  }
  while (!world.closing.aborted) {
    if (world.clock.elapsed() >= dueAt) await fillAgain()
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
  const now = Math.floor(world.clock.now() / 1_000)
  const signed = await withRight(
    world.db,
    low.map(({ wallet }) => wallet),
    now,
  )
  for (const { wallet, ready } of low.sort((one, other) => one.ready - other.ready)) {
    if (world.closing.aborted) return
    // Refused payments ask for pads too: the chain is asked only about wallets that have signed the right.
    if (!signed.has(wallet) || !(await world.chain.pads.mayMove(wallet))) continue
    const made = await makePads(most - ready, (values) => world.chain.pads.encrypt(wallet, values))
    // A payment has the thread.
    if (made === undefined) return
    putPads(world, wallet, made)
    countPads('made', made.length)
  }
}
