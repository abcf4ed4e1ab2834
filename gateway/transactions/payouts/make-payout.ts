import { Refusal } from '#shared/refusal.ts'
import type { Published, Signer } from '../../chain/port.ts'
import { isHeldBack } from '../../chain/revert.ts'
import { isDuplicate } from '../../db/database.ts'
import { forgetPublication } from '../../decryption/public-decryption.ts'
import { sendAttempt } from '../../legs/broadcast.ts'
import { commitCall } from '../../legs/commit-call.ts'
import { observeLeg } from '../../legs/evidence/observe-leg.ts'
import { callsIn, costOf, type LegDraft, prepareLegs, WouldRevert } from '../../legs/prepare.ts'
import { type Reading, readForPayment, retryAtOneBlock } from '../../legs/reading.ts'
import { operatorAddresses } from '../../legs/reconciling/signers.ts'
import { spendableIn } from '../../legs/spendable.ts'
import { type Leg, legsOf } from '../../legs/store.ts'
import type { World } from '../../world/world.ts'
import { adoptPayout, isFoundSince } from '../rebuilding/adopt-payout.ts'
import type { Transaction } from '../store.ts'
import { isOwedAsRead } from './debts-store.ts'
import { type Payout, underway, wanting } from './next-step.ts'

/**
 * A redeem as it was read, and the plan of its next leg. `moreGasPercent`: extra gas, since an earlier payout may have failed
 * for want of it.
 */
export type Turn = { transaction: Transaction; first: Leg; position: number; moreGasPercent: bigint }

/** Signs, stores and sends one payout, and looks at it once. */
export async function makePayout(world: World, turn: Turn, by: 'from the float' | Published): Promise<Payout> {
  const { transaction, first, moreGasPercent } = turn
  const draft = { movesValue: false, moreGasPercent }
  if (by === 'from the float') {
    const call = world.chain.calls.transferPublic(first.sender, transaction.units)
    return make(world, turn, { ...draft, kind: 'payout', call })
  }
  const request = first.handle ?? '0x'
  let payout: Payout | undefined
  try {
    payout = await make(world, turn, {
      ...draft,
      kind: 'finalize',
      call: world.chain.calls.finalizeUnwrap(request, by),
    })
    return payout
  } finally {
    if (!isHeldUp(payout)) forgetPublication(world, request)
  }
}

/** Nothing was sent, for a reason other than the publication that belongs to the call. */
const isHeldUp = (payout: Payout | undefined) => payout?.fact.is === 'wanting' && payout.fact.what !== null

async function make(world: World, turn: Turn, draft: LegDraft): Promise<Payout> {
  const { transaction, position } = turn
  const { operator } = world.chain
  if (operator === undefined) return wanting('operator_gas')
  const made = await store(world, turn, operator, draft).catch((error: unknown) => {
    if (error instanceof NotNow) return error.what
    // Another look made this leg, or the nonce was taken: the next look sees it.
    if (isDuplicate(error)) return null
    if (error instanceof Refusal && error.code === 'reconciling') return 'confirmation' as const
    if (!(error instanceof WouldRevert)) throw error
    world.log.warn({ transaction: transaction.id, reason: error.message }, 'a payout would revert')
    return isHeldBack(error.revert) ? ('token_refusal' as const) : null
  })
  if (typeof made === 'string' || made === null) return wanting(made)
  for (const attempt of made) await sendAttempt(world, attempt)

  const leg = (await legsOf(world.db, world.keys, transaction.id)).find((each) => each.position === position)
  const seen = leg === undefined ? undefined : await observeLeg(world, transaction, leg)
  if (seen?.state === 'confirmed' && seen.minedHash !== null) {
    const { minedHash: hash, fee } = seen
    return { fact: { is: 'confirmed' }, hash, ...(fee === undefined ? {} : { fee }) }
  }
  return underway(seen ?? { minedHash: null })
}

/**
 * The chain is asked before the lock is taken: legs that are signed meanwhile are in the database. An unattributed transaction
 * may be this very payout, and while it waited its turn a person may have noted the redeem as paid.
 */
async function store(world: World, { transaction, first, position }: Turn, operator: Signer, draft: LegDraft) {
  const spenders = [operator.address]
  const reading = await readForPayment(world, { spenders, others: [], calls: callsIn(operator.address, [draft]) })
  if ((await adoptPayout(world, transaction, first)) !== undefined) throw new NotNow(null)
  const operators = await operatorAddresses(world)
  return world.locks.run(`sender:${operator.address}`, async () => {
    const plan = await retryAtOneBlock((atOneBlock) =>
      planOf(world, transaction, draft, { operator, reading, atOneBlock }),
    )
    return commitCall(world, {
      ...plan,
      sender: operator,
      payment: transaction,
      position,
      fees: reading.fees,
      async check(db) {
        if (!(await isOwedAsRead(db, transaction))) throw new NotNow(null)
        if (await isFoundSince(db, world, operators, { transaction, first })) throw new NotNow(null)
      },
    })
  })
}

type Outlook = { operator: Signer; reading: Reading; atOneBlock: boolean }

async function planOf(world: World, { units }: Transaction, draft: LegDraft, outlook: Outlook) {
  const { operator, reading, atOneBlock } = outlook
  const spendable = await spendableIn(world, reading, operator.address, atOneBlock)
  if (draft.kind === 'payout' && spendable.stable < units) throw new NotNow('operator_liquidity')
  const calls = await prepareLegs(world, operator.address, [draft], reading, atOneBlock)
  if (spendable.wei < costOf(calls)) throw new NotNow('operator_gas')
  return { nonce: spendable.nextNonce, block: spendable.block, calls }
}

/** The reason why a payout is not made now; null if the redeem has changed since this look began. */
class NotNow extends Error {
  readonly what: 'operator_gas' | 'operator_liquidity' | null
  constructor(what: NotNow['what']) {
    super(`no payout is made now: ${what}`)
    this.what = what
  }
}
