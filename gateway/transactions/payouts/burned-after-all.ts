import { publicationOf } from '../../decryption/public-decryption.ts'
import { observe } from '../../legs/evidence/observe.ts'
import { isDead, type Leg, observeAnew } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { learnAsked, movedIn } from '../moved-amount.ts'
import { askedBy } from '../settle/decide.ts'
import type { Transaction } from '../store.ts'
import { minedAfterAll } from './after-failure.ts'
import { note } from './debts-store.ts'

/**
 * Makes a debt of such a redeem, which is paid or returned like any other: a person has asked for it, no payout has paid
 * it, and the chain, asked again, shows that all of it was burned. Throws where it does not.
 */
export async function oweAfterAll(world: World, transaction: Transaction, first: Leg): Promise<void> {
  const { id } = transaction
  if (isDead(first)) {
    if ((await minedAfterAll(world, first)) === undefined)
      throw new Error(`Nothing was burned for ${id} that the chain shows.`)
    await observeAnew(world.db, first)
  }
  const seen = await observe(world, transaction, { ...first, ...(isDead(first) ? unseen : {}) })
  await requireWhole(world, transaction, seen)
  await note(world.db, id, 'owed')
}

const unseen = { state: 'open', blockNumber: null, blockHash: null, minedHash: null, handle: null } as const

/**
 * Throws unless all that a redeem asked for was burned in its first leg, as that was just seen on chain. Gives the redeem, whose
 * amount may only be known by this.
 */
export async function requireWhole(world: World, transaction: Transaction, first: Leg): Promise<Transaction> {
  const { id } = transaction
  const publication = publicationOf(world, transaction, first.handle)
  const moved = first.state === 'confirmed' ? await movedIn(world, transaction, first, publication) : undefined
  const unknown = () => new Error(`The burned amount of ${id} is not known yet: run this again.`)
  if (moved === undefined) throw unknown()
  const whole = await learnAsked(world, transaction, first, moved)
  if (moved > 0n && askedBy(whole) === undefined) throw unknown()
  if (moved === askedBy(whole)) return whole
  throw new LessBurned(
    `Less was burned for ${id} than it asked for. Return that by hand, and note it with --paid ${id}.`,
  )
}

/** A redeem that is not owed what it asked for: a deep reorganisation can have left less burned, or nothing. */
export class LessBurned extends Error {}
