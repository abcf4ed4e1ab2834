import type { Hex } from '#shared/model/ids.ts'
import { confirmations } from '../../config/config.ts'
import { atomically } from '../../db/database.ts'
import { readPlaintexts } from '../../decryption/read-plaintexts.ts'
import { attemptsOf } from '../../legs/attempts-store.ts'
import { observe } from '../../legs/evidence/observe.ts'
import { isPayout } from '../../legs/kinds.ts'
import { type Leg, legsOf, recordEvidence } from '../../legs/store.ts'
import { signerOf } from '../../wallets/own-wallet.ts'
import type { World } from '../../world/world.ts'
import { advance } from '../reconcile.ts'
import { isTerminal } from '../states.ts'
import { findTransaction, type Transaction } from '../store.ts'
import { pushUnmined } from '../unmined/push.ts'
import { notePaidBy } from '../write-store.ts'
import { isBurnedAfterAll, oweAfterAll } from './burned-after-all.ts'
import { isOfAnother, settleOwed } from './debts-store.ts'
import { pay } from './payout.ts'

/** What only a person can decide about the payout of a redeem, each held against the chain before it is written. */

/** A redeem with its first leg, and the payout that is signed and not mined, if there is one. */
type Case = { transaction: Transaction; first: Leg; legs: Leg[]; open: Leg | undefined }

async function caseOf(world: World, id: string): Promise<Case> {
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

/** Why the bytes of a payout that is signed can never be mined any more; else why they still could be. */
export type Mortality = { dead: boolean; evidence: string }

/** What the chain says of a payout that is signed and not mined. */
export async function mortalityOf(world: World, leg: Leg): Promise<Mortality> {
  const { sender, nonce } = leg
  const attempts = await attemptsOf(world.db, world.keys, leg.id)
  const receipts = await Promise.all(attempts.map(({ hash }) => world.chain.receipt(hash)))
  const at = `nonce ${nonce} of ${sender}`
  if (receipts.some((receipt) => receipt !== undefined)) return { dead: false, evidence: `${at} is mined: it is ours` }
  const [mined, [wei = 0n]] = await Promise.all([world.chain.nonce(sender), world.chain.readGas([sender])])
  if (mined > nonce) {
    const evidence = `${at} is used, by none of its ${attempts.length} transactions that the chain shows`
    return { dead: true, evidence }
  }
  if (sender === world.chain.operator?.address) {
    return { dead: false, evidence: `${at} is free and its key is here: it is sent again, or replaced` }
  }
  const needs = leastCost(leg, attempts)
  const evidence = `${at} is free, its key is not here, and it holds ${wei} wei of the ${needs} that its bytes need`
  return { dead: wei < needs, evidence }
}

/** Wei without which no node includes even the cheapest of the bytes at a leg's nonce. */
function leastCost(leg: Leg, attempts: { maxFee: string }[]): bigint {
  const fees = attempts.map(({ maxFee }) => BigInt(maxFee)).sort((a, b) => (a < b ? -1 : 1))
  const [least = 0n, most = 1n] = [fees[0], fees.at(-1)]
  return (leg.cost * least) / most
}

/** Gives up the bytes of a payout that can never be mined any more, so that the redeem can be paid again. */
export async function voidPayout(world: World, id: string): Promise<string> {
  const { open } = await caseOf(world, id)
  if (open === undefined) throw new Error(`No payout of ${id} is signed and not mined: there is nothing to be void.`)
  const { dead, evidence } = await mortalityOf(world, open)
  if (!dead) throw new Error(`The payout of ${id} could still be mined: ${evidence}. Nothing was changed.`)
  await giveUp(world, open, evidence)
  return evidence
}

async function giveUp(world: World, leg: Leg, evidence: string): Promise<void> {
  const reason = `The operator of the gateway gave it up: ${evidence}.`
  await recordEvidence(world.db, world.keys, leg, { state: 'superseded', reason })
}

/**
 * Pays a redeem out now. One of the backed mode can be paid however many payouts are signed, since the token pays a burn
 * once; from the float only where none could be mined beside it.
 */
export async function payByHand(world: World, id: string): Promise<string> {
  const { first, open, transaction } = await caseOf(world, id)
  if (isTerminal(transaction) && transaction.waitingFor === null && transaction.owed !== 1) {
    throw new Error(`Nothing is owed under ${id}: it is ${transaction.status}.`)
  }
  if (open !== undefined && first.kind === 'unwrap' && open.sender !== world.chain.operator?.address) {
    await giveUp(world, open, (await mortalityOf(world, open)).evidence)
  } else if (open !== undefined && transaction.owed !== 1) {
    const { dead, evidence } = await mortalityOf(world, open)
    if (!dead && open.sender !== world.chain.operator?.address) {
      throw new Error(`A payout of ${id} is signed and could still be mined: ${evidence}. See --void.`)
    }
    if (dead) await giveUp(world, open, evidence)
  }
  return transaction.owed === 1 ? payOwed(world, id) : lookUntilPaid(world, id)
}

const LOOK_EVERY_MS = 2_000
const LOOKS_MAX = 60

async function lookUntilPaid(world: World, id: string): Promise<string> {
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

/** Notes that a redeem was paid or returned by a transaction, which the chain must show to have done just that. */
export async function notePaid(world: World, id: string, hash: Hex): Promise<void> {
  const { transaction, first, open } = await caseOf(world, id)
  await requirePays(world, transaction, first, hash)
  if (open !== undefined && first.kind !== 'unwrap') {
    const { dead, evidence } = await mortalityOf(world, open)
    if (!dead) throw new Error(`A payout of ${id} is signed and could still be mined: ${evidence}. See --void.`)
    await giveUp(world, open, evidence)
  }
  await atomically(world.db, async (db) => {
    const legs = await legsOf(db, world.keys, id)
    const isBeingPaid = legs.some((leg) => isPayout(leg) && (leg.state === 'open' || leg.state === 'mined'))
    if (isBeingPaid && first.kind !== 'unwrap') throw new Error(`A payout of ${id} was signed meanwhile. See --void.`)
    await notePaidBy(db, id, hash, world.clock.now())
  })
  if (transaction.owed === 1) await settleOwed(world.db, id, world.clock.now())
  else await lookUntilPaid(world, id)
}

async function requirePays(world: World, { id, units, walletId }: Transaction, first: Leg, hash: Hex): Promise<void> {
  const refuse = (why: string) => new Error(`${hash} ${why}. Nothing was changed.`)
  const receipt = await world.chain.receipt(hash)
  const block = receipt && (await world.chain.block(receipt.block))
  if (receipt === undefined || block?.hash !== receipt.blockHash) throw refuse('is in no block of the chain')
  if (!receipt.success) throw refuse('reverted')
  const { number: head } = await world.chain.head()
  if (head - receipt.block + 1 < confirmations(world.config)) throw refuse('is not deep enough yet')
  if (receipt.block < (first.blockNumber ?? 0)) throw refuse('is older than what was burned')
  const inPublic = receipt.publicMoves.some(({ to, units: moved }) => to === first.sender && moved === units)
  if (!inPublic && !(await returned(world, receipt.confidentialMoves, first, walletId, units))) {
    throw refuse(`did not pay the amount of ${id} to ${first.sender}`)
  }
  if (await isOfAnother(world.db, id, hash)) throw refuse('belongs to another payment')
}

type Moves = { to: string; handle: Hex }[]

async function returned(world: World, moves: Moves, first: Leg, walletId: string, units: bigint): Promise<boolean> {
  const handles = moves.filter(({ to }) => to === first.sender).map(({ handle }) => handle)
  const clear = await readPlaintexts(world, handles, { walletId, unseal: () => signerOf(world, walletId) })
  return handles.some((handle) => clear.get(handle) === units)
}
