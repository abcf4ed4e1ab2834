import { Refusal } from '#shared/refusal.ts'
import { findAccount } from '../accounts/store.ts'
import { auditedChange } from '../auth/audited-change.ts'
import { requireSession } from '../auth/authorize.ts'
import type { Caller } from '../auth/caller.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Claim } from '../idempotency/fingerprint.ts'
import { listIssuers } from '../notas/issuers-store.ts'
import { requireCounted, requireStillAsked } from '../payments/pay-request.ts'
import { redeemAs } from '../payments/redeem.ts'
import { requireUnheld, withPoliciesNow } from '../payments/submit/waiting.ts'
import { transferAs } from '../payments/transfer.ts'
import { endRejected, expireOne } from '../transactions/approvals/end.ts'
import { findBatchNow, findWaiting, type Waiting } from '../transactions/approvals/store.ts'
import { ownTransaction } from '../transactions/own-transaction.ts'
import type { Transaction } from '../transactions/store.ts'
import { findWallet } from '../wallets/store.ts'
import type { World } from '../world/world.ts'
import { challengeOf } from './body.ts'
import { type Assertion, assertionOptions, requirePerson } from './require-person.ts'

/** A payment that waits, of the account. Throws `not_found`, and `not_waiting` where it does not wait any more. */
async function waitingFor(world: World, caller: Caller, id: string): Promise<Waiting> {
  await expireOne(world, await ownTransaction(world, caller, id))
  const waiting = await findWaiting(world.db, world.keys, id)
  if (waiting === undefined || waiting.accountId !== caller.account.id) throw new Refusal('not_waiting')
  return waiting
}

/** Before a person is asked for a passkey: what signs asks again, and decides. */
async function requireBatchUnheld(world: World, caller: Caller, id: string): Promise<void> {
  const { batchId } = await ownTransaction(world, caller, id)
  if (batchId !== null) requireUnheld(await findBatchNow(world.db, world.keys, batchId))
}

export async function approvalOptions(world: World, caller: Caller, id: string, context: RequestContext) {
  const waiting = await waitingFor(world, caller, id)
  await requireBatchUnheld(world, caller, id)
  const { requestId, units } = waiting
  if (requestId !== undefined) await requireStillAsked(world, requestId, units)
  return { options: await assertionOptions(world, caller, challengeOf(world, waiting), context) }
}

/**
 * Lets a payment pass, and makes it: never for who asked for it, and only on the proof of a person. Cover and limits are looked
 * at again; where they refuse it, it goes on waiting.
 */
export async function approve(
  world: World,
  caller: Caller,
  { id, response }: { id: string; response: Assertion | undefined },
  context: RequestContext,
): Promise<Transaction> {
  const waiting = await waitingFor(world, caller, id)
  context.audit.subject = id
  // Its time is over.
  if (waiting.expiresAt <= (await world.sharedNow(world.db))) throw maybeApproved()
  if (requireSession(caller).id === waiting.asker.id) throw new Refusal('own_payment')
  await requireBatchUnheld(world, caller, id)
  if (waiting.requestId !== undefined) await requireCounted(world, waiting.requestId)
  await requirePerson(world, caller, { challenge: challengeOf(world, waiting), response }, context)
  return pay(world, waiting, context)
}

export async function reject(world: World, caller: Caller, id: string, context: RequestContext): Promise<Transaction> {
  await waitingFor(world, caller, id)
  context.audit.subject = id
  const transaction = await ownTransaction(world, caller, id)
  if (!(await endRejected(world, transaction, (change) => auditedChange(world, context, change)))) {
    await waitingFor(world, caller, id)
    throw maybeApproved()
  }
  return ownTransaction(world, caller, id)
}

/** Of a payment that goes on waiting (`transactions/approvals/end.ts`). */
function maybeApproved(): Refusal {
  const message = 'The gateway cannot tell now whether the chain has this payment already. It goes on waiting.'
  return new Refusal('reconciling', { message, headers: { 'retry-after': '10' } })
}

/** As it was asked for, by the policies that bind who asked as they are now. */
async function pay(world: World, waiting: Waiting, { audit }: RequestContext): Promise<Transaction> {
  const { accountId, walletId, units, to, externalId, confidential, requestId } = waiting
  const stored = await findWallet(world.db, world.keys, accountId, walletId)
  if (stored === undefined) throw new Refusal('not_found')
  const { by, wallet } = await withPoliciesNow(world, { by: await askerAgain(world, waiting), wallet: stored })
  const order = { by, claim: claimOf(world, waiting), wallet, units, externalId, approved: { ...waiting, audit } }
  return waiting.type === 'REDEEM'
    ? redeemAs(world, order)
    : transferAs(world, {
        ...order,
        confidential,
        to,
        issuer: await stillPinned(world, waiting),
        ...(requestId === undefined ? {} : { requestId }),
      })
}

/** An issuer may have lost the trust of the server admin since. */
async function stillPinned({ db }: World, { issuer }: Waiting): Promise<string | undefined> {
  return (await listIssuers(db)).find(({ fingerprint }) => fingerprint === issuer)?.fingerprint
}

/** Who asked, as far as policies go by it: a session may have ended, a key may be revoked. */
async function askerAgain(world: World, { accountId, asker }: Waiting): Promise<Caller> {
  const account = await findAccount(world.db, world.keys, accountId)
  if (account === undefined) throw new Refusal('not_found')
  const { id, label, walletIds } = asker
  const never = new Date(0).toISOString()
  const credential: Caller['credential'] =
    asker.type === 'session'
      ? { type: 'session', id, expiresAt: never, signedInAt: never }
      : { type: 'api_key', id, label: label ?? '', prefix: '', scopes: [], walletIds, expiresAt: null }
  return { account, credential, extensionOrigin: null, policy: null }
}

/** The claim by which a restore may find the payment on chain: by its ID, whether the request had a key or not. */
function claimOf({ keys }: World, { accountId, transactionId, requestDigest }: Waiting): Claim {
  const none = keys.hash('approval', transactionId)
  return {
    accountId,
    kind: 'transaction',
    keyHash: none,
    fingerprint: none,
    rowId: transactionId,
    digest: requestDigest ?? '',
  }
}
