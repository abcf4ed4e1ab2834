import type { Address } from '#shared/model/ids.ts'
import { formatEther } from '#shared/model/money.ts'
import type { TransactionType } from '#shared/model/transaction.ts'
import { invalid, Refusal, type RefusalCode } from '#shared/refusals.ts'
import type { Caller } from '../auth/caller.ts'
import { ChainUnavailable, ConfidentialUnavailable, type Fees, type Signer } from '../chain/port.ts'
import { atomically, type Db, isDuplicate } from '../db/database.ts'
import { type Claim, insertClaim, recordOutcome } from '../idempotency/store.ts'
import { sendAttempt } from '../legs/broadcast.ts'
import { feesNow } from '../legs/fees.ts'
import {
  commitLegs,
  costOf,
  type LegDraft,
  type Prepared,
  prepareLegs,
  storeLegs,
  WouldRevert,
} from '../legs/prepare.ts'
import { type Standing, standingOf } from '../legs/spendable.ts'
import type { Attempt } from '../legs/store.ts'
import type { Wallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { isTerminal, reconcile } from './reconcile.ts'
import { lookOnce } from './reconcile-throttle.ts'
import { answerOf, findTransaction, insertTransaction, type NewTransaction, type Transaction } from './store.ts'

/** A payment that a money call has decided on. */
export type Draft = {
  caller: Caller
  claim: Claim | undefined
  wallet: Wallet
  type: TransactionType
  token: string
  units: bigint
  confidential: boolean
  to: Address | null
  externalId: string | null
  /** Who pays: the wallet, or the operator for the faucet. */
  sender: Address
  /** Its key, unsealed for the moment in which it signs: not while the payment queues, encrypts, or is refused. */
  unseal(): Promise<Signer>
  /**
   * Throws the refusal that the sender's standing calls for. Asked twice: early, so that a hopeless call costs nothing,
   * and again when nobody else can spend from the sender any more.
   */
  check(standing: Standing): Promise<void>
  /** Makes the legs, encryption included. */
  build(): Promise<LegDraft[]>
  /** Held as well while this is checked and stored: for what is shared by several senders. */
  alsoLock?: string
  /** Stored in the same database transaction as the first leg, whose cost in wei is given. */
  alongside?(db: Db, transactionId: string, cost: bigint): Promise<void>
  /** The code of a failure. */
  failure: RefusalCode
  /** Refuses for want of gas: as a flaw of the wallet, unless the operator pays. */
  lacksGas?(): Error
}

/** Something that keeps a payment from being made and is no fault of the request: recorded, and answered as a 502. */
export class PaymentImpossible extends Error {
  readonly code: RefusalCode | undefined
  constructor(reason: string, code?: RefusalCode) {
    super(reason)
    this.name = 'PaymentImpossible'
    this.code = code
  }
}

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
    throw await recorded(world, draft, id, error)
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
  return world.locks.run(`turn:${draft.sender}`, () => make(world, draft, id, build))
}

async function make(world: World, draft: Begun, id: string, build: () => Promise<LegDraft[]>): Promise<Stored> {
  requireTime(world, draft.begun)
  await draft.check(await standingOf(world, draft.sender))
  const legs = await build()
  return world.locks.run(draft.sender, () => locked(world, draft, () => store(world, draft, id, legs)))
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
  const [standing, fees] = await Promise.all([standingOf(world, sender), feesNow(world)])
  await draft.check(standing)
  const prepared = await prepareLegs(world, sender, legs, fees)
  requireGas(draft, standing, prepared)
  requireTime(world, draft.begun)
  const signer = await draft.unseal()
  return commitLegs(world, (trx) => storeAll(trx, world, draft, { id, signer, standing, fees, prepared }))
}

type Begun = Draft & { begun: number }

/** A call that waited in line this long (or as long as it would wait for its receipt) is not carried out any more. */
const PATIENCE_MS = 30_000

/** Whoever asked has given up by then, and may have asked again. */
function requireTime(world: World, begun: number): void {
  const patience = Math.max(PATIENCE_MS, world.config.SOTTO_RECEIPT_WAIT_MS)
  if (world.clock.elapsed() - begun <= patience) return
  throw new Refusal('overloaded', {
    message: 'The payment waited too long for its turn. Nothing was sent; try again.',
    headers: { 'retry-after': '1' },
  })
}

function requireGas(draft: Draft, standing: Standing, prepared: Prepared[]): void {
  const cost = costOf(prepared)
  if (standing.wei >= cost) return
  const [has, needs] = [standing.wei < 0n ? 0n : standing.wei, cost].map(formatEther)
  throw draft.lacksGas?.() ?? invalid('walletId', `has ${has} ETH for gas and needs up to ${needs}: fund it first`)
}

type Plan = { id: string; signer: Signer; standing: Standing; fees: Fees; prepared: Prepared[] }

async function storeAll(db: Db, world: World, draft: Draft, plan: Plan) {
  await insertTransaction(db, world.keys, newRow(world, draft, plan.id, 'PENDING', null))
  if (draft.claim !== undefined) await insertClaim(db, draft.claim, plan.id, world.clock.now())
  await draft.alongside?.(db, plan.id, costOf(plan.prepared))
  const { standing, fees, prepared } = plan
  const attempts = await storeLegs(db, world, {
    transactionId: plan.id,
    position: 0,
    signer: plan.signer,
    standing,
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

function newRow(
  world: World,
  draft: Draft,
  id: string,
  status: 'PENDING' | 'FAILED',
  error: string | null,
): NewTransaction {
  const { wallet, type, units, token, confidential, to, externalId } = draft
  const now = world.clock.now()
  const accountId = wallet.accountId
  return {
    id,
    accountId,
    walletId: wallet.id,
    type,
    status,
    units,
    token,
    confidential,
    to,
    externalId,
    txHash: null,
    error,
    now,
  }
}

/**
 * What to throw where a payment ended before it was stored. A flaw of the request is refused and leaves no trace; what is
 * no fault of the request is recorded as a failed transaction. Once stored, a payment lives on whatever was thrown.
 */
async function recorded(world: World, draft: Draft, id: string, error: unknown): Promise<unknown> {
  const reason = reasonOf(error)
  if (reason === undefined || (await findTransaction(world.db, world.keys, id)) !== undefined) return error
  const code = (error instanceof PaymentImpossible && error.code) || draft.failure
  await atomically(world.db, async (trx) => {
    await insertTransaction(trx, world.keys, newRow(world, draft, id, 'FAILED', reason))
    if (draft.claim === undefined) return
    await insertClaim(trx, draft.claim, id, world.clock.now())
    await recordOutcome(trx, draft.claim, 502, code)
  })
  const transaction = await findTransaction(world.db, world.keys, id)
  return transaction === undefined ? error : failureOf(code, transaction)
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof PaymentImpossible) return error.message
  if (error instanceof WouldRevert) return `The chain would refuse it: ${error.message}. Nothing was sent.`
  if (error instanceof ChainUnavailable) return 'The chain did not answer. Nothing was sent.'
  if (error instanceof ConfidentialUnavailable) return 'The encryption service did not answer. Nothing was sent.'
  return undefined
}

function failureOf(code: RefusalCode, transaction: Transaction): Refusal {
  return new Refusal(code, {
    message: transaction.error ?? undefined,
    details: { transaction: answerOf(transaction) },
  } as ConstructorParameters<typeof Refusal>[1])
}

const LOOK_FIRST_MS = 20
const LOOK_LAST_MS = 2_000

/** Looks until there is nothing more to wait for: the first leg of a redeem, the end of everything else. */
async function waitFor(world: World, id: string, begun: number): Promise<Transaction> {
  const deadline = begun + world.config.SOTTO_RECEIPT_WAIT_MS
  for (let pause = LOOK_FIRST_MS; ; pause = Math.min(pause * 2, LOOK_LAST_MS)) {
    const patience = new AbortController()
    const stop = () => patience.abort()
    world.closing.addEventListener('abort', stop, { once: true })
    const left = Math.max(0, deadline - world.clock.elapsed())
    const look = lookOnce(world, id, () => reconcile(world, id, 'first leg'), { eager: true })
    await Promise.race([look, world.clock.sleep(left, patience.signal)])
    patience.abort()
    world.closing.removeEventListener('abort', stop)
    const transaction = await findTransaction(world.db, world.keys, id)
    if (transaction === undefined) throw new Error(`transaction ${id} is gone`)
    const answered = isTerminal(transaction) || (transaction.type === 'REDEEM' && transaction.status !== 'PENDING')
    if (answered || world.closing.aborted || world.clock.elapsed() >= deadline) return transaction
    await world.clock.sleep(Math.min(pause, deadline - world.clock.elapsed()), world.closing)
  }
}
