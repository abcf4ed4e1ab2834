import { failureCodes } from '#shared/refusal-codes.ts'
import { type Db, isDuplicate } from '../../db/database.ts'
import { insertClaim } from '../../idempotency/store.ts'
import { sendAttempt } from '../../legs/broadcast.ts'
import { commitCall, type NewCalls, type Signed } from '../../legs/commit-call.ts'
import { costOf, type LegDraft } from '../../legs/prepare.ts'
import { type Reading, retryAtOneBlock } from '../../legs/reading.ts'
import { noteRight } from '../../pads/rights-store.ts'
import { MustWait, requireAllowed, requireStillAllowed } from '../../policies/gate.ts'
import type { Transaction } from '../../transactions/store.ts'
import { insertTransaction } from '../../transactions/write-store.ts'
import { signerOf } from '../../wallets/own-wallet.ts'
import type { World } from '../../world/world.ts'
import { requireAllCounted, requireKeyRemembered, requireKeyUnpaid } from '../all-counted.ts'
import { learnBalance } from '../rules/cover.ts'
import { insertGrant } from '../rules/grants-store.ts'
import { legsOf } from '../rules/legs.ts'
import { type Begun, Overtaken, requireTime } from './begun.ts'
import { type Draft, newRow, orderOf } from './draft.ts'
import { failureOf, recordFailure } from './failed-payment.ts'
import { check, checkAgain, type Plan, planOf } from './plan.ts'
import { read } from './read-chain.ts'
import { retryIfNodeIsStale } from './retry-if-stale.ts'
import { waitFor } from './wait.ts'
import { storeWaiting, takeWaiting } from './waiting.ts'

/**
 * The one way any money leaves. In one database transaction the sender's nonce is taken, the call signed, and row and leg
 * stored with the signed bytes; only then does the network hear of it. Waits for the receipt as the verb says. What a policy
 * sends to a person is stored, and answered at once.
 * `begun`: when the call came in, where something else was done for it first.
 */
export async function submit(world: World, draft: Draft, begun = world.clock.elapsed()): Promise<Transaction> {
  const id = draft.claim?.rowId ?? world.newId()
  try {
    await requireAllowed(world.db, world, orderOf(draft))
    await requireAllCounted(world, draft)
    for (const attempt of await inTurn(world, { ...draft, id, begun })) await sendAttempt(world, attempt)
  } catch (error) {
    if (error instanceof MustWait) {
      await requireKeyUnpaid(world, draft)
      return await storeWaiting(world, draft, id, error.verdict)
    }
    await requireKeyRemembered(world, draft)
    throw await recordFailure(world, draft, id, error)
  }
  const transaction = await waitFor(world, id, begun)
  if (transaction.status === 'FAILED') throw failureOf(failureCodes[draft.type], transaction)
  return transaction
}

/**
 * Proving an encrypted amount takes ten seconds of a core that everybody shares. So where that is done here, a wallet's
 * confidential payments are checked, made and stored one after the other, which lets the second see what the first one took
 * before it costs anything; and of all its wallets an account encrypts for one at a time.
 */
function inTurn(world: World, draft: Begun): Promise<Signed[]> {
  requireTime(world, draft)
  const build = () => legsOf(world, draft, (takesMs) => requireTime(world, draft, takesMs))
  if (!proves(draft) || !world.chain.confidential.isCostly) return make(world, draft, build)
  return world.locks.run(`payments:${draft.sender}`, async () => {
    requireTime(world, draft)
    const ask = (notBefore: number) => read(world, draft, [], notBefore)
    await retryIfNodeIsStale(world, draft, ask, (reading) =>
      retryAtOneBlock((atOneBlock) => check(world, draft, reading, atOneBlock)),
    )
    return make(world, draft, () =>
      world.locks.run(`encrypt:${draft.wallet.accountId}`, async () => {
        requireTime(world, draft)
        return build()
      }),
    )
  })
}

const proves = ({ confidential, encryption }: Draft) => confidential && (encryption?.by ?? 'proof') === 'proof'

/** The chain and the KMS are asked before the lock is taken: later changes are in the database. */
async function make(world: World, draft: Begun, build: () => Promise<LegDraft[]>): Promise<Signed[]> {
  const legs = await build()
  const ask = (notBefore: number) => read(world, draft, legs, notBefore)
  return await retryIfNodeIsStale(world, draft, ask, async (reading) => {
    await learnBalance(world, draft, reading)
    return world.locks.run(`sender:${draft.sender}`, () =>
      withReserve(world, draft, () => store(world, draft, legs, reading)),
    )
  })
}

/** One payment at a time sums and extends the operator's promises: they wait here, rather than fail in the database. */
function withReserve<T>(world: World, { type }: Draft, work: () => Promise<T>): Promise<T> {
  return type === 'FUND' || type === 'REDEEM' ? world.locks.run('float', work) : work()
}

/** Tries: another process on the same database may take the nonce first, or the reserve that the payment rests on. */
const STORE_TRIES = 5

async function store(world: World, draft: Begun, legs: LegDraft[], reading: Reading): Promise<Signed[]> {
  for (let tries = 1; ; tries++) {
    try {
      const plan = await retryAtOneBlock((atOneBlock) => planOf(world, draft, legs, reading, atOneBlock))
      requireTime(world, draft)
      const signed = await commitCall(world, await callOf(world, draft, plan))
      if (draft.approved !== undefined) draft.approved.audit.isAppended = true
      return signed
    } catch (error) {
      const isOvertaken = error instanceof Overtaken || isDuplicate(error, 'legs')
      // Nothing was stored: a row with the ID that the key gives was made by another one.
      if (isOvertaken || isDuplicate(error)) delete draft.claim?.subjectId
      if (!isOvertaken || tries === STORE_TRIES) throw error
    }
  }
}

async function callOf(world: World, draft: Begun, plan: Plan): Promise<NewCalls> {
  const { id, type, wallet, claim, approved } = draft
  const { operator } = world.chain
  const { spendable, reading } = plan.outlook
  let reservedAt: number | undefined
  return {
    // Unsealed for the moment in which it signs: not while the payment queues, encrypts, or is refused.
    sender: draft.sender === operator?.address && type === 'FUND' ? operator : await signerOf(world, wallet.id),
    payment: { id, type, requestDigest: (approved === undefined ? claim?.digest : approved.requestDigest) ?? null },
    position: 0,
    nonce: spendable.nextNonce,
    block: spendable.block,
    fees: reading.fees,
    calls: plan.prepared,
    async check(db) {
      // The database makes writes wait for each other too.
      requireTime(world, draft)
      reservedAt = await requireStillAllowed(db, world, orderOf(draft))
      await checkAgain(db, world, draft, plan)
    },
    alongside: (db, signed) => storeRow(db, world, draft, plan, { signed, reservedAt }),
  }
}

type Taken = { signed: readonly Signed[]; reservedAt: number | undefined }

async function storeRow(db: Db, world: World, draft: Begun, plan: Plan, taken: Taken): Promise<void> {
  const { prepared, decision } = plan
  const { signed, reservedAt } = taken
  const now = world.clock.now()
  const value = prepared.findIndex((leg) => leg.draft.movesValue)
  const txHash = signed[value]?.hash ?? null
  if (draft.approved !== undefined)
    await takeWaiting(db, world, draft.approved, { txHash, reservedAt: reservedAt ?? now })
  else {
    // Before the head of the outbox, as all that changes a batch takes them.
    await draft.ofBatch?.store(db)
    const row = newRow(world, draft, draft.id, 'PENDING', null)
    await insertTransaction(db, world.keys, { ...row, txHash, reservedAt: reservedAt ?? null })
    if (draft.claim !== undefined) await insertClaim(db, draft.claim, draft.id, now)
  }
  const { renewal } = draft.encryption ?? {}
  if (renewal !== undefined) await noteRight(db, draft.sender, renewal.until)
  const { grant } = decision
  if (grant !== undefined) await insertGrant(db, draft.id, { ...grant, fee: costOf(prepared) - grant.wei }, now)
}
