import type { Hex } from '#shared/model/ids.ts'
import { observe } from '../../../legs/evidence/observe.ts'
import { isPayout } from '../../../legs/kinds.ts'
import { forgetPaidBy } from '../../../legs/reconciling/finds/paid-hashes-store.ts'
import { type Leg, legsOf } from '../../../legs/store.ts'
import type { World } from '../../../world/world.ts'
import { advance } from '../../reconcile.ts'
import { rewriteLate } from '../../reconciling/rewrite-redeem.ts'
import { findTransaction, type Transaction } from '../../store.ts'
import { isTerminal } from '../../transitions.ts'
import { pushUnmined } from '../../unmined/push.ts'
import { isBurnedAfterAll, oweAfterAll } from '../burned-after-all.ts'
import { settleOwed } from '../debts-store.ts'
import { pay } from '../payout.ts'
import { couldBeMined, giveUp, LAG_MS, mortalityOf } from './mortality.ts'

/** What only a person can decide about the payout of a redeem, each held against the chain before it is written. */

/** A redeem with its first leg, and the payout that is signed and not mined, if there is one. */
type Case = { transaction: Transaction; first: Leg; legs: Leg[]; open: Leg | undefined }

/** A redeem of which a person decides. One that was burned after all becomes a debt by that. */
export async function caseOf(world: World, id: string): Promise<Case> {
  const transaction = await findTransaction(world.db, world.keys, id)
  if (transaction?.type !== 'REDEEM') throw new Error(`There is no redeem ${id}.`)
  const legs = await legsOf(world.db, world.keys, id)
  const first = legs.find((leg) => leg.movesValue)
  if (first !== undefined && isBurnedAfterAll(transaction, legs)) {
    await oweAfterAll(world, transaction, first)
    return caseOf(world, id)
  }
  if (first?.state !== 'confirmed') throw new Error(`Nothing was burned for ${id} that the chain shows.`)
  const open = legs.find((leg) => isPayout(leg) && (leg.state === 'open' || leg.state === 'mined'))
  return { transaction, first, legs, open }
}

/**
 * Gives up the bytes of a payout that can never be mined any more, or a hash that was noted and that the chain does not have,
 * so that the redeem can be paid again.
 */
export async function voidPayout(world: World, id: string): Promise<string> {
  const { open, transaction } = await caseOf(world, id)
  const { paidBy } = transaction
  if (open === undefined && paidBy !== null) return voidPaidBy(world, transaction, paidBy)
  if (open === undefined) throw new Error(`No payout of ${id} is signed and not mined: there is nothing to be void.`)
  const mortality = await mortalityOf(world, open)
  const { dead, evidence } = mortality
  if (!dead) throw new Error(`The payout of ${id} could still be mined: ${evidence}. Nothing was changed.`)
  await giveUp(world, open, mortality)
  return evidence
}

/** Whose nonce it has is not known here where somebody else has sent it: a person says that it will not come back. */
async function voidPaidBy(world: World, transaction: Transaction, hash: Hex): Promise<string> {
  for (const pause of [LAG_MS, 0]) {
    if ((await world.chain.receipt(hash)) !== undefined) {
      throw new Error(`The chain shows ${hash}, which paid ${transaction.id}: there is nothing to be void.`)
    }
    await world.clock.sleep(pause, world.closing)
  }
  await forgetPaidBy(world.db, transaction, world.clock.now())
  return `${hash} is in no block that the chain shows`
}

/**
 * Pays a redeem out now. One of the backed mode can be paid however many payouts are signed, since the token pays a burn
 * once; from the float only where none could be mined beside it. By a hash: what went to a former operator too late to be
 * a burn by itself is made a redeem first.
 */
export async function payByHand(world: World, id: string): Promise<string> {
  if (isHash(id)) return lookUntilPaid(world, await rewriteLate(world, id))
  const { first, open, transaction } = await caseOf(world, id)
  if (isTerminal(transaction) && transaction.waitingFor === null && transaction.owed !== 1) {
    throw new Error(`Nothing is owed under ${id}: it is ${transaction.status}.`)
  }
  if (transaction.owed === 2 && transaction.paidBy === null) {
    throw new Error(`${id} is noted as paid: name what paid it with --paid ${id} HASH.`)
  }
  if (open !== undefined && first.kind === 'unwrap' && open.sender !== world.chain.operator?.address) {
    await giveUp(world, open, await mortalityOf(world, open))
  } else if (open !== undefined && transaction.owed !== 1) {
    const mortality = await mortalityOf(world, open)
    const { dead, evidence } = mortality
    if (!dead && open.sender !== world.chain.operator?.address) {
      throw couldBeMined(id, evidence)
    }
    if (dead) await giveUp(world, open, mortality)
  }
  return transaction.owed === 1 ? payOwed(world, id) : lookUntilPaid(world, id)
}

const isHash = (id: string): id is Hex => /^0x[0-9a-fA-F]{64}$/.test(id)

const LOOK_EVERY_MS = 2_000
const LOOKS_MAX = 60

/** Looks at a redeem until it is paid, for two minutes. Gives what paid it. */
export async function lookUntilPaid(world: World, id: string): Promise<string> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined) break
    const paid = transaction.status === 'SETTLED' && transaction.waitingFor === null
    if (paid) return transaction.settlementTxHash ?? ''
    await advance(world, transaction, { everyMs: 0 })
    await world.clock.sleep(LOOK_EVERY_MS, world.closing)
  }
  throw new Error(`${id} is not paid yet; it goes on being tried at every look.`)
}

/** A debt: its payout failed for a reason that did not pass by itself. A process that is killed here goes on where it was. */
async function payOwed(world: World, id: string): Promise<string> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const { transaction, first } = await caseOf(world, id)
    const legs = await lookAtAll(world, transaction)
    const { handle } = first
    const publication = async () => (handle === null ? undefined : world.chain.confidential.publicDecrypt(handle))
    const { fact, hash } = await pay(world, transaction, first, legs, publication, { insist: looks === 0 })
    if (fact.is === 'confirmed') {
      await settleOwed(world.db, id, world.clock.now())
      return hash ?? ''
    }
    if (fact.is === 'failed') throw new Error(fact.reason)
    await world.clock.sleep(LOOK_EVERY_MS, world.closing)
  }
  throw new Error(`The payout of ${id} is under way: run this again.`)
}

/** Nobody else looks at a redeem that has failed. */
async function lookAtAll(world: World, transaction: Transaction): Promise<Leg[]> {
  const legs: Leg[] = []
  for (const leg of await legsOf(world.db, world.keys, transaction.id)) {
    const seen = await observe(world, transaction, leg)
    if (isPayout(seen) && seen.state === 'open') await pushUnmined(world, transaction, seen)
    legs.push(seen)
  }
  return legs
}
