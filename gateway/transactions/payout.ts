import type { Hex } from '#shared/model/ids.ts'
import type { Published, Signer } from '../chain/port.ts'
import { confirmations } from '../config.ts'
import { isDuplicate } from '../db/database.ts'
import type { World } from '../world.ts'
import { type Leg, legsOf } from './legs.ts'
import { observe, sendAttempt } from './observe.ts'
import { commitLegs, costOf, prepareLegs, storeLegs, WouldRevert } from './prepare-legs.ts'
import { standingOf } from './standing.ts'
import type { PayoutFact } from './states.ts'
import type { Transaction } from './store.ts'

export type Payout = { fact: PayoutFact; hash?: Hex }

const open: PayoutFact = { is: 'open' }
const confirmed: PayoutFact = { is: 'confirmed' }
const wanting = (what: 'operator_gas' | 'public_decryption' | null): Payout => ({ fact: { is: 'wanting', what } })

/** A payout that was mined and reverted this often never will be paid by trying again. */
const REVERTS_MAX = 3

/**
 * The second leg of a redeem: the operator pays what was burned. Made once, whoever reads: the leg's position is unique,
 * and the token pays a request once. Somebody else's finalizing is a success, with their hash.
 */
export async function pay(
  world: World,
  transaction: Transaction,
  burn: Leg,
  legs: Leg[],
  publication: () => Promise<Published | undefined>,
): Promise<Payout> {
  const payouts = legs.filter((leg) => leg.kind === 'finalize')
  const last = payouts.at(-1)
  if (last?.state === 'confirmed' && last.mined_hash !== null) return { fact: confirmed, hash: last.mined_hash }
  if (last?.state === 'open' || last?.state === 'mined') return underway(last)

  const request = burn.handle
  const paid = request === null ? undefined : await world.chain.finalized(request, burn.block_number ?? 0)
  if (paid !== undefined) return paidBySomebody(world, paid)
  const reverts = payouts.filter((leg) => leg.state === 'reverted')
  if (reverts.length >= REVERTS_MAX) {
    return { fact: { is: 'failed', reason: `The payout reverted: ${last?.reason}. The burned amount is owed.` } }
  }
  const published = request === null ? undefined : await publication()
  if (request === null || published === undefined) return wanting('public_decryption')
  const { operator } = world.chain
  if (operator === undefined) return wanting('operator_gas')
  return make(world, transaction, operator, request, published, legs.length)
}

function underway(leg: Leg): Payout {
  return leg.mined_hash === null ? { fact: open } : { fact: open, hash: leg.mined_hash }
}

async function paidBySomebody(world: World, paid: { hash: Hex; block: number }): Promise<Payout> {
  const { number: head } = await world.chain.head()
  const deep = head - paid.block + 1 >= confirmations(world.config)
  return { fact: deep ? confirmed : open, hash: paid.hash }
}

async function make(
  world: World,
  transaction: Transaction,
  operator: Signer,
  request: Hex,
  published: Published,
  position: number,
): Promise<Payout> {
  const call = world.chain.calls.finalizeUnwrap(request, published)
  const drafts = [{ kind: 'finalize' as const, call, movesValue: false }]
  const attempts = await world.locks
    .run(operator.address, async () => {
      const [standing, fees] = await Promise.all([standingOf(world, operator.address), world.chain.fees()])
      const prepared = await prepareLegs(world, operator, drafts, fees)
      if (standing.wei < costOf(prepared)) return 'operator_gas' as const
      const legs = { transactionId: transaction.id, position, signer: operator, standing, fees, prepared }
      return commitLegs(world, (trx) => storeLegs(trx, world, legs))
    })
    .catch((error) => {
      // Someone else made this leg, or paid this request: the next look sees it.
      if (isDuplicate(error) || error instanceof WouldRevert) return undefined
      throw error
    })
  if (attempts === undefined) return wanting(null)
  if (attempts === 'operator_gas') return wanting('operator_gas')
  for (const attempt of attempts) await sendAttempt(world, attempt)

  const made = (await legsOf(world.db, world.keys, transaction.id)).find((leg) => leg.position === position)
  const leg = made === undefined ? undefined : await observe(world, made)
  if (leg?.state === 'confirmed' && leg.mined_hash !== null) return { fact: confirmed, hash: leg.mined_hash }
  return leg === undefined ? { fact: open } : underway(leg)
}
