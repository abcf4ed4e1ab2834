import { BrokenAnswer } from '#shared/client-errors.ts'
import { Failed, type Failure } from '#shared/client-failure.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { moneyClient } from '../gateway/key-client.ts'
import { openProfile, type Profile, setProfileState } from '../gateway/profiles.ts'
import { plain, toFailure } from '../problem.ts'
import type { Intent, Order } from './intent.ts'
import { keepAwake } from './keep-awake.ts'
import { pay } from './pay.ts'
import {
  followFrom,
  isConsentFresh,
  isForgotten,
  isTerminal,
  mayBeUnderWay,
  pauseAfter,
  stepOf,
  verdictOf,
} from './rules.ts'
import { changeIntent, openIntent, readIntent } from './store.ts'

const running = new Map<string, Promise<Intent>>()

/** Takes an intent one step further. Two callers at once get the same step. */
export function advance(id: string): Promise<Intent> {
  return running.get(id) ?? alone(id, () => step(id))
}

/** One thing at a time happens to an intent: what is being sent must not be discarded meanwhile. */
async function alone(id: string, work: () => Promise<Intent>): Promise<Intent> {
  for (let under = running.get(id); under !== undefined; under = running.get(id)) await under.catch(() => undefined)
  const begun = work().finally(() => running.delete(id))
  running.set(id, begun)
  return begun
}

/** Whether a call for it is under way in this worker. */
export function isRunning(id: string): boolean {
  return running.has(id)
}

async function step(id: string): Promise<Intent> {
  const now = Date.now()
  const intent = await readIntent(id)
  switch (stepOf(intent, now)) {
    case 'send':
      return send(intent)
    case 'look_then_send':
      return lookThenSend(intent)
    case 'follow':
      return follow(intent)
    case 'ask':
      return changeIntent(id, { state: 'ask' }, now)
    default:
      return intent
  }
}

/** The person says again that it is to be sent: the consent begins anew, the key stays the same. */
export function consentAgain(id: string): Promise<Intent> {
  return alone(id, async () => {
    const intent = await readIntent(id)
    if (intent.state !== 'ask') return intent
    const now = Date.now()
    // `sent` keeps counting, so that the next step looks before it sends.
    return changeIntent(id, { state: intent.sent === 0 ? 'ready' : 'unknown', consentedAt: now, notBefore: 0 }, now)
  })
}

/** Takes back a payment that was not sent. A payment that the gateway took after all is followed instead. */
export function discard(id: string): Promise<Intent> {
  return alone(id, async () => {
    const intent = await readIntent(id)
    if (intent.state !== 'ask') return intent
    const found = intent.sent === 0 ? undefined : await find(intent)
    if (found !== undefined) return accept(intent, found)
    if (mayBeUnderWay(intent, Date.now())) return lookLater(intent)
    return changeIntent(id, { state: 'discarded' }, Date.now())
  })
}

/** Stops asking after a payment of which it is not known what became of it. It is never sent again. */
export function leave(id: string): Promise<Intent> {
  return alone(id, async () => {
    const intent = await readIntent(id)
    const now = Date.now()
    const isLost = intent.state === 'unknown' || isForgotten(await openIntent(intent, now))
    return isLost ? changeIntent(id, { state: 'left' }, now) : intent
  })
}

async function lookThenSend(intent: Intent): Promise<Intent> {
  const found = await attempt(() => find(intent))
  if ('failure' in found) return notSeen(intent, found.failure)
  if (found.value !== undefined) return accept(intent, found.value)
  if (isConsentFresh(intent, Date.now())) return send(intent)
  if (mayBeUnderWay(intent, Date.now())) return lookLater(intent)
  return changeIntent(intent.id, { state: 'ask' }, Date.now())
}

/** The gateway does not know it yet, and may be about to: "not sent" would be said too early. */
function lookLater(intent: Intent): Promise<Intent> {
  const now = Date.now()
  return changeIntent(intent.id, { state: 'unknown', notBefore: now + pauseAfter(intent.sent, undefined) }, now)
}

/** The transaction that the gateway made of it, if it did. `insufficient_scope`: the key does not reach its wallet. */
async function find(intent: Intent): Promise<Transaction | undefined> {
  const now = Date.now()
  const { profile, apiKey } = await openProfile(intent.profileId, now)
  const { order } = await openIntent(intent, now)
  // A list leaves out what its key does not reach: there "not found" does not mean "not taken".
  if (!isReached(profile.key, order)) throw new Failed({ code: 'insufficient_scope', message: '' })
  const { items } = await moneyClient(profile.origin, apiKey).listTransactions({ externalId: intent.id, pageSize: 1 })
  // Asked for by its own name; a gateway that ignores the question must not make another payment count as this one.
  return items.find(({ externalId }) => externalId === intent.id)
}

function isReached({ walletIds }: Profile['key'], { walletId }: Order): boolean {
  return walletIds === null || walletIds.includes(walletId)
}

async function send(before: Intent): Promise<Intent> {
  const now = Date.now()
  const payment = await openIntent(before, now)
  const { profile, apiKey } = await openProfile(before.profileId, now)
  const intent = await changeIntent(before.id, { state: 'sending', sent: before.sent + 1, sentAt: now }, now)
  const done = await attempt(() => keepAwake(() => pay(moneyClient(profile.origin, apiKey), payment)))
  return 'failure' in done ? notSent(intent, done.failure) : accept(intent, done.value)
}

async function follow(intent: Intent): Promise<Intent> {
  const id = intent.transactionId
  if (id === null) return intent
  const read = await attempt(async () => {
    const { profile, apiKey } = await openProfile(intent.profileId, Date.now())
    const { transaction } = await moneyClient(profile.origin, apiKey).getTransaction({ id })
    if (transaction.id !== id) throw new BrokenAnswer('getTransaction', 200, transaction.id)
    return transaction
  })
  return 'failure' in read ? notSeen(intent, read.failure) : accept(intent, read.value)
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { failure: Failure }> {
  try {
    return { value: await work() }
  } catch (error) {
    const failure = toFailure(error)
    // Locked in between: nothing can be opened or written now, and it is taken up at the next unlock.
    if (failure.code === 'locked') throw error
    return { failure }
  }
}

/** A look that failed says nothing about the payment, whatever the gateway answered. */
async function notSeen(intent: Intent, failure: Failure): Promise<Intent> {
  await noteRejectedKey(intent, failure)
  const now = Date.now()
  const state = intent.state === 'accepted' ? 'accepted' : 'unknown'
  const notBefore = now + pauseAfter(intent.sent, failure.retryAfter)
  return changeIntent(intent.id, { state, notBefore, particulars: { failure: plain(failure) } }, now)
}

/** What a money call that failed means for the payment. */
async function notSent(intent: Intent, failure: Failure): Promise<Intent> {
  const verdict = verdictOf(failure)
  const recorded = verdict === 'recorded' ? recordedIn(failure) : undefined
  if (recorded !== undefined) return accept(intent, recorded, failure)
  await noteRejectedKey(intent, failure)
  const first = intent.sent <= 1
  if (verdict === 'refused' || (verdict === 'rejected_key' && first)) {
    // An earlier try may have been taken, and be the very reason why this one was refused: no cover any more.
    const earlier = first ? { value: undefined } : await attempt(() => find(intent))
    if ('failure' in earlier) return notSeen(intent, earlier.failure)
    if (earlier.value !== undefined) return accept(intent, earlier.value)
    return changeIntent(intent.id, { state: 'refused', particulars: { failure: plain(failure) } }, Date.now())
  }
  return notSeen(intent, failure)
}

async function noteRejectedKey({ profileId }: Intent, { code }: Failure): Promise<void> {
  if (code === 'invalid_api_key') await setProfileState(profileId, 'rejected')
}

function recordedIn({ details }: Failure): Transaction | undefined {
  return Transaction.safeParse((details as { transaction?: unknown }).transaction).data
}

async function accept(intent: Intent, transaction: Transaction, failure: Failure | null = null): Promise<Intent> {
  const change = {
    state: 'accepted',
    transactionId: transaction.id,
    terminal: isTerminal(transaction),
    notBefore: followFrom(intent, Date.now()),
    particulars: { transaction, failure: failure && plain(failure) },
  } as const
  return changeIntent(intent.id, change, Date.now())
}
