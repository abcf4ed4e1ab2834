import type { Address } from '#shared/model/ids.ts'
import type { CallType } from '#shared/model/transaction.ts'
import { type Included, includedAt, type Place } from '../legs/evidence/inclusion.ts'
import { type Leg, legsOf } from '../legs/store.ts'
import { decide, type PayoutFact } from '../transactions/settle/decide.ts'
import { statusOf } from '../transactions/states.ts'
import type { Transaction } from '../transactions/store.ts'
import type { World } from '../world/world.ts'
import { type Move, moveIn, type Payout, payoutBy, payoutIn, payoutOfBurn } from './chain-evidence.ts'
import { despiteLag } from './despite-lag.ts'
import { issueArrivalReceipt } from './issue-arrival.ts'
import { legOf, NotShown, type SaidLeg, signedReceipt, unavailable, unitsOf } from './sign-receipt.ts'

/**
 * A receipt of what the chain says of a transaction at this moment: of a redeem the burn alone, then both legs. The row
 * says which transaction to look for and is contradicted, never quoted: where the chain does not bear it out there is
 * no receipt.
 */
export async function issueReceipt(world: World, transaction: Transaction): Promise<string> {
  const { type } = transaction
  if (type === 'RECEIVE') return issueArrivalReceipt(world, transaction)
  const legs = await legsOf(world.db, world.keys, transaction.id)
  return despiteLag(world, placesOf(transaction, legs), () => issueFrom(world, transaction, type, legs))
}

/** Where a settled payment was seen. Nothing of one that a reorganisation is known to have taken back. */
function placesOf({ status, waitingFor }: Transaction, legs: readonly Leg[]): Place[] {
  if (status !== 'SETTLED' || waitingFor !== null) return []
  return legs.flatMap(({ movesValue, kind, minedHash, blockNumber: block, blockHash }) => {
    const counts = movesValue || kind === 'payout' || kind === 'finalize'
    return counts && minedHash !== null && block !== null && blockHash !== null ? [{ block, blockHash }] : []
  })
}

async function issueFrom(world: World, transaction: Transaction, type: CallType, legs: Leg[]): Promise<string> {
  const { leg, seen } = await firstLeg(world, transaction, legs)
  const wallet = type === 'FUND' ? (transaction.toAddress as Address) : leg.sender
  const move = seen.receipt.success ? moveIn(world, type, wallet, seen.receipt) : nothing(transaction, leg)
  if (move === undefined) throw unavailable('The chain shows it, but not what it should have moved.')
  const payout = await payoutFor(world, transaction, legs, move, seen)
  const units = payout?.units ?? (await unitsOf(world, transaction, move))
  const status = statusNow(transaction, seen, units, payout?.seen)
  return signedReceipt(world, transaction, {
    status,
    move,
    units,
    isPublic: 'units' in move || payout !== undefined,
    legs: [legOf(nameOf(type, leg), seen), ...(payout === undefined ? [] : [legOf('payout' as const, payout.seen)])],
  })
}

function nameOf(type: CallType, { kind }: Leg): SaidLeg['kind'] {
  if (type === 'REDEEM') return kind === 'unwrap' ? 'burn' : 'transfer'
  return ({ FUND: 'fund', MINT: 'mint', TRANSFER: 'transfer' } as const)[type]
}

/** The leg that moved value, found on the chain as it is now. */
async function firstLeg(world: World, transaction: Transaction, legs: Leg[]): Promise<{ leg: Leg; seen: Included }> {
  const leg = legs.find((each) => each.movesValue)
  if (leg === undefined)
    throw unavailable(
      transaction.status === 'FAILED' ? 'It never reached the chain.' : 'It has not reached the chain yet.',
    )
  if (leg.state === 'cancelled' || leg.state === 'superseded') {
    throw unavailable(`It never reached the chain, and cannot any more. ${leg.reason ?? ''}`.trim())
  }
  const seen = leg.minedHash === null ? undefined : await includedAt(world, leg.minedHash)
  if (seen === undefined) throw new NotShown(takenBack(transaction))
  if (!seen.isDeep) throw new NotShown('It needs more confirmations. Try again in a moment.')
  return { leg, seen }
}

function takenBack(transaction: Transaction): string {
  return transaction.status === 'SETTLED' || transaction.status === 'FAILED'
    ? 'The chain does not show it any more: a reorganisation took it back. It is sent again.'
    : 'The chain does not show it yet. Ask again in a moment.'
}

/** A transaction that reverted moved nothing. */
function nothing(transaction: Transaction, leg: Leg): Move {
  return { from: leg.sender, to: transaction.toAddress ?? leg.sender, units: 0n }
}

/** The second leg of a redeem, if it is deep enough: by the one who finalized the burn, or out of the operator's float. */
async function payoutFor(world: World, transaction: Transaction, legs: Leg[], move: Move, first: Included) {
  if (transaction.type !== 'REDEEM' || !('handle' in move)) return undefined
  const burned = first.receipt.unwraps.some((unwrap) => unwrap.request === move.handle)
  const payout = burned
    ? await payoutOfBurn(world, move.handle, move.from, first.receipt.block)
    : await payoutFromFloat(world, legs, move)
  return payout?.seen.isDeep ? payout : undefined
}

async function payoutFromFloat(world: World, legs: Leg[], { from, to }: Move): Promise<Payout | undefined> {
  const hash = legs.findLast((leg) => leg.kind === 'payout')?.minedHash ?? null
  return hash === null ? undefined : payoutIn(await includedAt(world, hash), payoutBy(to, from))
}

/** The same decision as for the row, from this look. Refuses where the row has promised more than the chain shows. */
function statusNow(transaction: Transaction, seen: Included, moved: bigint | undefined, paid: Included | undefined) {
  const payout: PayoutFact = paid === undefined ? { is: 'wanting', what: null } : { is: 'confirmed' }
  const { state } = decide({
    type: transaction.type,
    state: 'sent',
    token: transaction.token,
    asked: transaction.units,
    first: seen.receipt.success ? { is: 'confirmed' } : { is: 'failed', reason: 'reverted' },
    moved,
    backed: true,
    payout,
  })
  const status = statusOf(state)
  if (status === 'PENDING') throw unavailable('The chain does not show it yet. Ask again in a moment.')
  if (transaction.status === 'SETTLED' && status !== 'SETTLED') {
    throw new NotShown('The chain does not show its payout any more: a reorganisation took it back.')
  }
  if (transaction.status === 'FAILED' && status === 'SETTLED') {
    throw unavailable('The chain shows that it came through after all. Ask the server admin.')
  }
  return transaction.status === 'FAILED' ? 'FAILED' : status
}
