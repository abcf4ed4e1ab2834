import { Refusal } from '#shared/refusals.ts'
import { type Db, isDuplicate } from '../../db/database.ts'
import { insertClaim } from '../../idempotency/store.ts'
import { sendAttempt } from '../../legs/broadcast.ts'
import { commitCall, type Signed } from '../../legs/commit-call.ts'
import { callsIn, costOf, type LegDraft, type Prepared, prepareLegs } from '../../legs/prepare.ts'
import { exactlyIfRefused, type Reading, readForPayment } from '../../legs/reading.ts'
import { reconciling } from '../../legs/reconciling/catch-up.ts'
import { leftIn, spendableIn } from '../../legs/spendable.ts'
import type { World } from '../../world/world.ts'
import { reconcile } from '../reconcile.ts'
import { rebuild } from '../reconciling/rebuild.ts'
import type { Transaction } from '../store.ts'
import { insertTransaction } from '../write-store.ts'
import { type Draft, newRow, type Outlook } from './draft.ts'
import { lackOfGas } from './lack-of-gas.ts'
import { notRefusedOnOld } from './old-reading.ts'
import { failureOf, recordFailure } from './record-failure.ts'
import { requireNotPaid } from './refuse-repeat.ts'
import { waitFor } from './wait.ts'

/**
 * The one way any money leaves. In one database transaction the sender's nonce is taken, the call signed, and row and leg
 * stored with the signed bytes; only then does the network hear of it. Waits for the receipt as the verb says.
 * `begun`: when the call came in, where something else was done for it first.
 */
export async function submit(world: World, draft: Draft, begun = world.clock.elapsed()): Promise<Transaction> {
  const id = draft.claim?.rowId ?? world.newId()
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
 * Proving an encrypted amount takes ten seconds of a core that everybody shares. So where that is done here, a wallet's
 * confidential payments are checked, made and stored one after the other, which lets the second see what the first one took
 * before it costs anything; and of all its wallets an account encrypts for one at a time.
 */
function inTurn(world: World, draft: Begun, id: string): Promise<Signed[]> {
  requireTime(world, draft.begun)
  const build = () => draft.build((takesMs) => requireTime(world, draft.begun, takesMs))
  const proves = draft.confidential && draft.provesNothing !== true
  if (!proves || !world.chain.confidential.isCostly) return make(world, draft, id, build)
  return world.locks.run(`payments:${draft.sender}`, async () => {
    requireTime(world, draft.begun)
    await onNewest(world, draft, [], (reading) => exactlyIfRefused((exactly) => check(world, draft, reading, exactly)))
    return make(world, draft, id, () =>
      world.locks.run(`encrypt:${draft.wallet.accountId}`, async () => {
        requireTime(world, draft.begun)
        return build()
      }),
    )
  })
}

/** The chain is asked once, before anybody has to wait: what changes meanwhile is in the database. */
async function make(world: World, draft: Begun, id: string, build: () => Promise<LegDraft[]>): Promise<Signed[]> {
  const legs = await build()
  return onNewest(world, draft, legs, (reading) =>
    world.locks.run(`sender:${draft.sender}`, () => locked(world, draft, () => store(world, draft, id, legs, reading))),
  )
}

/** Decides on what the chain says, which it is asked once more before it refuses on a block older than what is known. */
function onNewest<T>(world: World, draft: Draft, legs: LegDraft[], decide: (reading: Reading) => Promise<T>) {
  return notRefusedOnOld(world, draft, (notBefore) => read(world, draft, legs, notBefore), decide)
}

async function read(world: World, draft: Draft, legs: LegDraft[], notBefore: number): Promise<Reading> {
  const { sender, alsoSpends, alsoRead } = draft
  const reading = await readForPayment(world, {
    spenders: alsoSpends === undefined ? [sender] : [sender, alsoSpends],
    others: alsoRead === undefined ? [] : [alsoRead],
    calls: callsIn(sender, legs),
    notBefore,
  })
  if (reading.strangers.size > 0) await writeAgain(world, draft)
  await requireNotPaid(world, draft)
  return reading
}

/** What was found of those who spend may be this very payment: then that answers, or is waited for. */
async function writeAgain(world: World, { sender, alsoSpends, claim, wallet }: Draft): Promise<void> {
  const senders = alsoSpends === undefined ? [sender] : [sender, alsoSpends]
  const { written, later } = await rebuild(world, senders, claim && { rowId: claim.rowId, wallet })
  for (const id of written) await reconcile(world, id)
  if (claim !== undefined && [...written, ...later].includes(claim.rowId)) throw reconciling(sender)
}

function locked<T>(world: World, draft: Draft, work: () => Promise<T>): Promise<T> {
  return draft.alsoLock === undefined ? work() : world.locks.run(draft.alsoLock, work)
}

/** Another process on the same database may take the nonce first, or what was promised: then this is done over, so often. */
const STORE_TRIES = 5

/** Somebody was promised meanwhile what this payment rests on. */
class Overtaken extends Refusal {
  constructor() {
    super('overloaded', {
      message: 'Others were promised at the same time what this payment needs. Nothing was sent; try again.',
      headers: { 'retry-after': '1' },
    })
  }
}

async function store(world: World, draft: Begun, id: string, legs: LegDraft[], reading: Reading) {
  for (let tries = 1; ; tries++) {
    try {
      return await storeOnce(world, draft, id, legs, reading)
    } catch (error) {
      const isOvertaken = error instanceof Overtaken || isDuplicate(error, 'legs')
      // Nothing was stored: whatever has the ID that the key gives was made by another one.
      if (isOvertaken || isDuplicate(error)) delete draft.claim?.subjectId
      if (!isOvertaken || tries === STORE_TRIES) throw error
    }
  }
}

async function storeOnce(world: World, draft: Begun, id: string, legs: LegDraft[], reading: Reading) {
  const plan = await exactlyIfRefused((exactly) => planOf(world, draft, legs, reading, exactly))
  requireTime(world, draft.begun)
  const signer = await draft.unseal()
  const { outlook, prepared } = plan
  const { nextNonce: nonce, block } = outlook.spendable
  return commitCall(world, {
    sender: signer,
    payment: { id, type: draft.type, requestDigest: draft.claim?.digest ?? null },
    position: 0,
    nonce,
    block,
    fees: outlook.reading.fees,
    calls: prepared,
    check: (db) => checkAgain(db, world, draft, plan),
    alongside: (db, signed) => storeRow(db, world, draft, id, { prepared, signed }),
  })
}

async function check(world: World, draft: Draft, reading: Reading, exactly: boolean): Promise<Outlook> {
  const outlook = { reading, exactly, spendable: await spendableIn(world, reading, draft.sender, exactly) }
  await draft.check(outlook)
  return outlook
}

async function planOf(world: World, draft: Draft, legs: LegDraft[], reading: Reading, exactly: boolean) {
  const outlook = await check(world, draft, reading, exactly)
  const whole = await Promise.all(legs.map((leg) => draft.complete?.(leg, outlook) ?? leg))
  const prepared = await prepareLegs(world, draft.sender, whole, reading, exactly)
  const keeps = (await draft.keeps?.(world, outlook)) ?? 0n
  const [needs, { spendable }, { fees }] = [costOf(prepared) + keeps, outlook, reading]
  if (spendable.wei < needs) throw lackOfGas(world, draft, { has: spendable.wei, needs, fees })
  return { outlook, prepared }
}

type Begun = Draft & { begun: number }

/** A call that waited in line this long (or as long as it would wait for its receipt) is not carried out any more. */
const PATIENCE_MS = 30_000

/** Anyone who asked has given up by then, and may have asked again. `takesMs`: what is still to be done first. */
function requireTime(world: World, begun: number, takesMs = 0): void {
  const patience = Math.max(PATIENCE_MS, world.config.SOTTO_RECEIPT_WAIT_MS)
  if (world.clock.elapsed() - begun + takesMs <= patience) return
  throw new Refusal('overloaded', {
    message: 'The payment waited too long for its turn. Nothing was sent; try again.',
    headers: { 'retry-after': '1' },
  })
}

type Plan = { outlook: Outlook; prepared: Prepared[] }

/** By what is stored now: the chain is not asked. */
async function keepsStill(db: Db, { keys }: World, draft: Draft, { outlook, prepared }: Plan): Promise<boolean> {
  if (draft.keeps === undefined) return true
  const { wei } = await leftIn({ db, keys }, outlook.reading, draft.sender, outlook.spendable.included)
  return wei >= costOf(prepared) + (await draft.keeps({ db, keys }, outlook))
}

async function checkAgain(db: Db, world: World, draft: Begun, plan: Plan): Promise<void> {
  // The database makes writes wait for each other too.
  requireTime(world, draft.begun)
  if ((await draft.stillHolds?.(db)) === false || !(await keepsStill(db, world, draft, plan))) throw new Overtaken()
}

type Made = { prepared: readonly Prepared[]; signed: readonly Signed[] }

async function storeRow(db: Db, world: World, draft: Draft, id: string, { prepared, signed }: Made): Promise<void> {
  const value = prepared.findIndex((leg) => leg.draft.movesValue)
  const txHash = signed[value]?.hash ?? null
  await insertTransaction(db, world.keys, { ...newRow(world, draft, id, 'PENDING', null), txHash })
  if (draft.claim !== undefined) await insertClaim(db, draft.claim, id, world.clock.now())
  await draft.alongside?.(db, id, costOf(prepared))
}
