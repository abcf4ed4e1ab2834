import type { Hex } from '#shared/model/ids.ts'
import type { Receipt } from '../../../chain/port.ts'
import { atomically } from '../../../db/database.ts'
import { readerOf, readPlaintexts } from '../../../decryption/read-plaintexts.ts'
import { includedAt, isFinal } from '../../../legs/evidence/inclusion.ts'
import { observeLeg } from '../../../legs/evidence/observe-leg.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { isDead, type Leg, legsOf } from '../../../legs/store.ts'
import type { World } from '../../../world/world.ts'
import { isDebt, isInFlight } from '../../states.ts'
import { findTransaction, type Transaction } from '../../store.ts'
import { notePaidBy } from '../../write-store.ts'
import { minedAfterAll } from '../after-failure.ts'
import { isOfAnother, note, resolveDebt } from '../debts-store.ts'
import { caseOf, lookUntilPaid } from './by-hand.ts'
import { giveUpDead, isLivingPayout, livingPayouts } from './can-be-mined.ts'
import { endNeedless, paidByPayouts } from './outcome.ts'

/** Notes of the operator that a redeem is paid, checked against the chain before they are written. */

/** Takes a debt off the list on a person's word. Throws while a payout of it could still be mined: it would be paid twice. */
export async function noteResolved(world: World, id: string): Promise<void> {
  const transaction = await findTransaction(world.db, world.keys, id)
  if (transaction === undefined) throw new Error(`There is no redeem ${id}.`)
  for (const leg of await livingPayouts(world.db, world.keys, id)) {
    // A redeem that has failed is not looked at otherwise: a payout of it may be mined by now.
    const seen = await endNeedless(world, transaction, await observeLeg(world, transaction, leg))
    if (isLivingPayout(seen)) await giveUpDead(world, seen)
  }
  await noteUnsigned(world, id, await paidAfterAll(world, id))
}

type Deps = Pick<World, 'db' | 'keys' | 'clock'>

/** The same if no payout is signed: then the chain has nothing to show. */
export async function noteUnsigned({ db, keys, clock }: Deps, id: string, paidBy?: Hex): Promise<void> {
  await atomically(db, async (trx) => {
    if ((await livingPayouts(trx, keys, id)).length > 0) throw signedMeanwhile(id)
    if (paidBy !== undefined) await notePaidBy(trx, id, paidBy, clock.now())
    await resolveDebt(trx, id, clock.now())
  })
}

/** Whether the chain must be asked before the operator's word ends a redeem: a payout could be mined, or may have been. */
export async function needsChain({ db, keys }: Pick<World, 'db' | 'keys'>, id: string): Promise<boolean> {
  if ((await livingPayouts(db, keys, id)).length > 0) return true
  return (await givenUp({ db, keys }, id)).length > 0
}

/** Settles a redeem by a payout that was given up and has paid it after all. */
async function paidAfterAll(world: World, id: string): Promise<Hex | undefined> {
  for (const leg of await givenUp(world, id)) {
    const hash = await minedAfterAll(world, leg)
    if (hash !== undefined) return hash
  }
  return undefined
}

/** Payouts that were given up, of a redeem that has not ended. */
async function givenUp({ db, keys }: Pick<World, 'db' | 'keys'>, id: string): Promise<Leg[]> {
  const transaction = await findTransaction(db, keys, id)
  if (transaction === undefined || !isInFlight(transaction) || transaction.paidBy !== null) return []
  return (await legsOf(db, keys, id)).filter((leg) => isPayout(leg) && isDead(leg))
}

const signedMeanwhile = (id: string) => new Error(`A payout of ${id} was signed meanwhile. See --void.`)

/** Notes that a redeem was paid or returned by a transaction, which the chain must show to have done just that. */
export async function notePaid(world: World, id: string, typed: Hex): Promise<void> {
  const hash = typed.toLowerCase() as Hex
  const { transaction, first, open, legs } = await caseOf(world, id)
  await requirePays(world, transaction, first, hash)
  const [paidBy, ...others] = await paidByPayouts(world, legs)
  if (paidBy !== undefined && ![paidBy, ...others].includes(hash)) {
    throw new Error(`${id} was paid by ${paidBy}. Nothing was changed. Note that with --paid ${id} ${paidBy}.`)
  }
  if (open !== undefined && first.kind !== 'unwrap') await giveUpDead(world, open)
  await atomically(world.db, async (db) => {
    const living = await livingPayouts(db, world.keys, id)
    if (living.length > 0 && first.kind !== 'unwrap') throw signedMeanwhile(id)
    const now = world.clock.now()
    if (!(await notePaidBy(db, id, hash, now))) throw refused(hash, OF_ANOTHER)
    await note(db, id, 'resolved', now)
  })
  // A failed redeem stays failed, and is off the list.
  if (!isDebt(transaction.state) && transaction.status !== 'FAILED') await lookUntilPaid(world, id)
}

async function requirePays(world: World, { id, units, walletId }: Transaction, first: Leg, hash: Hex): Promise<void> {
  const refuse = (why: string) => refused(hash, why)
  const seen = await includedAt(world, hash)
  if (seen === undefined) throw refuse('is in no block of the chain')
  const { receipt } = seen
  if (!receipt.success) throw refuse('reverted')
  if (!seen.isDeep) throw refuse('is not deep enough yet')
  if (!(await isFinal(world, seen))) throw refuse('is not shown by all nodes that confirm')
  if (receipt.block < (first.blockNumber ?? 0)) throw refuse('is older than the burn')
  const inPublic = receipt.publicMoves.some(({ to, units: moved }) => to === first.sender && moved === units)
  if (!inPublic && !(await returned(world, receipt.confidentialMoves, first, walletId, units))) {
    throw refuse(`did not pay the amount of ${id} to ${first.sender}`)
  }
  if (await isOfAnother(world.db, id, hash)) throw refuse(OF_ANOTHER)
  if (await finalizesAnother(world, first, receipt)) throw refuse('finalized another burn')
}

/** A payment of a backed token to a wallet is the payout of one burn, and says nothing about another burn of the same amount. */
async function finalizesAnother(world: World, first: Leg, { hash, block, publicMoves }: Receipt): Promise<boolean> {
  if (first.kind !== 'unwrap' || first.handle === null) return false
  const { address: token } = world.chain.tokens.cstable
  if (!publicMoves.some(({ from, to }) => from === token && to === first.sender)) return false
  return (await world.chain.finalized(first.handle, block, 0))?.hash !== hash
}

const OF_ANOTHER = 'belongs to another payment'
const refused = (hash: Hex, why: string) => new Error(`${hash} ${why}. Nothing was changed.`)

type Moves = { to: string; handle: Hex }[]

async function returned(world: World, moves: Moves, first: Leg, walletId: string, units: bigint): Promise<boolean> {
  const handles = moves.filter(({ to }) => to === first.sender).map(({ handle }) => handle)
  const clear = await readPlaintexts(world, handles, readerOf(world, walletId))
  return handles.some((handle) => clear.get(handle) === units)
}
