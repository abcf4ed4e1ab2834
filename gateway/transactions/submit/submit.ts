import { Refusal } from '#shared/refusals.ts'
import type { Fees, Signer } from '../../chain/port.ts'
import { type Db, isDuplicate } from '../../db/database.ts'
import { insertClaim } from '../../idempotency/store.ts'
import type { Attempt } from '../../legs/attempts.ts'
import { sendAttempt } from '../../legs/broadcast.ts'
import { feesNow } from '../../legs/fees.ts'
import { commitLegs, costOf, type LegDraft, type Prepared, prepareLegs, storeLegs } from '../../legs/prepare.ts'
import { requireCaughtUp } from '../../legs/reconciling/catch-up.ts'
import { type Spendable, spendableOf } from '../../legs/spendable.ts'
import type { World } from '../../world/world.ts'
import { requireNotPaid } from '../reconciling/refuse-repeat.ts'
import type { Transaction } from '../store.ts'
import { insertTransaction } from '../write-store.ts'
import { type Draft, newRow } from './draft.ts'
import { lackOfGas } from './lack-of-gas.ts'
import { failureOf, recordFailure } from './record-failure.ts'
import { waitFor } from './wait.ts'

/**
 * The one way any money leaves. In one database transaction the sender's nonce is taken, the call signed, and row and leg
 * stored with the signed bytes; only then does the network hear of it. Waits for the receipt as the verb says.
 */
export async function submit(world: World, draft: Draft): Promise<Transaction> {
  const id = world.newId()
  const begun = world.clock.elapsed()
  try {
    for (const attempt of await inTurn(world, { ...draft, begun }, id)) await sendAttempt(world, attempt)
  } catch (error) {
    throw await recordFailure(world, draft, id, error)
  }
  const transaction = await waitFor(world, id, begun)
  if (transaction.status === 'FAILED') throw failureOf(draft.failure, transaction)
  return transaction
}

/**
 * Encrypting an amount can take ten seconds of a core that everybody shares. So a wallet's confidential payments are
 * checked, made and stored one after the other, which lets the second see what the first one took before it costs
 * anything; and of all its wallets an account encrypts for one at a time.
 */
function inTurn(world: World, draft: Begun, id: string): Promise<Stored> {
  if (!draft.confidential) return make(world, draft, id, () => draft.build())
  const build = () =>
    world.locks.run(`encrypt:${draft.wallet.accountId}`, async () => {
      requireTime(world, draft.begun)
      return draft.build()
    })
  return world.locks.run(`payments:${draft.sender}`, () => make(world, draft, id, build))
}

async function make(world: World, draft: Begun, id: string, build: () => Promise<LegDraft[]>): Promise<Stored> {
  requireTime(world, draft.begun)
  await requireCaughtUp(world, draft.sender)
  await requireNotPaid(world, draft)
  await draft.check(await spendableOf(world, draft.sender))
  const legs = await build()
  return world.locks.run(`sender:${draft.sender}`, () => locked(world, draft, () => store(world, draft, id, legs)))
}

function locked<T>(world: World, draft: Draft, work: () => Promise<T>): Promise<T> {
  return draft.alsoLock === undefined ? work() : world.locks.run(draft.alsoLock, work)
}

type Stored = Pick<Attempt, 'hash' | 'raw'>[]

/** Another process that serves the same database may take the nonce first: then this is done over, so often. */
const NONCE_TRIES = 5

async function store(world: World, draft: Begun, id: string, legs: LegDraft[]): Promise<Stored> {
  for (let tries = 1; ; tries++) {
    try {
      return await storeOnce(world, draft, id, legs)
    } catch (error) {
      if (!isDuplicate(error, 'legs') || tries === NONCE_TRIES) throw error
    }
  }
}

async function storeOnce(world: World, draft: Begun, id: string, legs: LegDraft[]): Promise<Stored> {
  const { sender } = draft
  const [spendable, fees] = await Promise.all([spendableOf(world, sender), feesNow(world)])
  await draft.check(spendable)
  const prepared = await prepareLegs(world, sender, legs, { fees, block: spendable.block })
  const needs = costOf(prepared)
  if (spendable.wei < needs) throw lackOfGas(world, draft, { has: spendable.wei, needs, fees })
  requireTime(world, draft.begun)
  const signer = await draft.unseal()
  return commitLegs(world, (trx) => storeAll(trx, world, draft, { id, signer, spendable, fees, prepared }))
}

type Begun = Draft & { begun: number }

/** A call that waited in line this long (or as long as it would wait for its receipt) is not carried out any more. */
const PATIENCE_MS = 30_000

/** Anyone who asked has given up by then, and may have asked again. */
function requireTime(world: World, begun: number): void {
  const patience = Math.max(PATIENCE_MS, world.config.SOTTO_RECEIPT_WAIT_MS)
  if (world.clock.elapsed() - begun <= patience) return
  throw new Refusal('overloaded', {
    message: 'The payment waited too long for its turn. Nothing was sent; try again.',
    headers: { 'retry-after': '1' },
  })
}

type Plan = { id: string; signer: Signer; spendable: Spendable; fees: Fees; prepared: Prepared[] }

async function storeAll(db: Db, world: World, draft: Draft, plan: Plan) {
  await insertTransaction(db, world.keys, newRow(world, draft, plan.id, 'PENDING', null))
  if (draft.claim !== undefined) await insertClaim(db, draft.claim, plan.id, world.clock.now())
  await draft.alongside?.(db, plan.id, costOf(plan.prepared))
  const { spendable, fees, prepared } = plan
  const attempts = await storeLegs(db, world, {
    transactionId: plan.id,
    position: 0,
    signer: plan.signer,
    spendable,
    fees,
    prepared,
  })
  const value = prepared.findIndex((leg) => leg.draft.movesValue)
  await db
    .updateTable('transactions')
    .set({ tx_hash: attempts[value]?.hash ?? null })
    .where('id', '=', plan.id)
    .execute()
  return attempts
}
