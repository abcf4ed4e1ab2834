import type { Failure } from '#shared/failure.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { type KeyClient, moneyClient } from '../gateway/key-client.ts'
import { openProfile, setProfileState } from '../gateway/profiles.ts'
import { toFailure } from '../problem.ts'
import type { Intent, Order } from './intent.ts'
import { keepAwake } from './keep-awake.ts'
import { isConsentFresh, isTerminal, pauseAfter, stepOf, verdictOf } from './rules.ts'
import { changeIntent, openIntent, readIntent } from './store.ts'

const running = new Map<string, Promise<Intent>>()

/** Takes an intent one step further. Two callers at once get the same step. */
export function advance(id: string): Promise<Intent> {
  const under = running.get(id)
  if (under !== undefined) return under
  const begun = step(id).finally(() => running.delete(id))
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
export async function consentAgain(id: string): Promise<Intent> {
  const intent = await readIntent(id)
  if (intent.state !== 'ask') return intent
  // `sent` keeps counting, so that the next step looks before it sends.
  await changeIntent(
    id,
    { state: intent.sent === 0 ? 'ready' : 'unknown', consentedAt: Date.now(), notBefore: 0 },
    Date.now(),
  )
  return advance(id)
}

/** Takes back what was not sent. One that the gateway took after all is not: it is followed instead. */
export async function discard(id: string): Promise<Intent> {
  const intent = await readIntent(id)
  if (intent.state !== 'ask') return intent
  if (intent.sent > 0) {
    const found = await find(intent)
    if (found !== undefined) return accept(intent, found)
  }
  return changeIntent(id, { state: 'discarded' }, Date.now())
}

async function lookThenSend(intent: Intent): Promise<Intent> {
  const found = await attempt(intent, () => find(intent))
  if ('intent' in found) return found.intent
  if (found.value !== undefined) return accept(intent, found.value)
  if (isConsentFresh(intent, Date.now())) return send(intent)
  return changeIntent(intent.id, { state: 'ask' }, Date.now())
}

/** The transaction that the gateway made of this intent, if it did. */
async function find(intent: Intent): Promise<Transaction | undefined> {
  const { profile, apiKey } = await openProfile(intent.profileId, Date.now())
  const { items } = await moneyClient(profile.origin, apiKey).listTransactions({ externalId: intent.id, pageSize: 1 })
  // Asked for by its own name; a gateway that ignores the question must not make another payment count as this one.
  return items.find(({ externalId }) => externalId === intent.id)
}

async function send(before: Intent): Promise<Intent> {
  const now = Date.now()
  const { order } = await openIntent(before, now)
  const { profile, apiKey } = await openProfile(before.profileId, now)
  const intent = await changeIntent(before.id, { state: 'sending', sent: before.sent + 1 }, now)
  const done = await attempt(intent, () => keepAwake(() => call(moneyClient(profile.origin, apiKey), intent.id, order)))
  return 'intent' in done ? done.intent : accept(intent, done.value)
}

async function call(client: KeyClient, id: string, order: Order): Promise<Transaction> {
  const options = { idempotencyKey: id }
  const { walletId, amount } = order
  const common = { walletId, amount, externalId: id }
  switch (order.verb) {
    case 'fund':
      return (await client.fund(common, options)).transaction
    case 'mint':
      return (await client.mint(common, options)).transaction
    case 'redeem':
      return (await client.redeem(common, options)).transaction
    case 'transfer':
      return (await client.transfer({ ...common, token: order.token, ...destinationOf(order) }, options)).transaction
  }
}

function destinationOf({ destination }: Extract<Order, { verb: 'transfer' }>) {
  if (destination.is === 'address') return { to: destination.address }
  return destination.is === 'nota' ? { nota: destination.nota } : { toWalletId: destination.walletId }
}

async function follow(intent: Intent): Promise<Intent> {
  const id = intent.transactionId
  if (id === null) return intent
  const read = await attempt(intent, async () => {
    const { profile, apiKey } = await openProfile(intent.profileId, Date.now())
    return (await moneyClient(profile.origin, apiKey).getTransaction({ id })).transaction
  })
  return 'intent' in read ? read.intent : accept(intent, read.value)
}

/** Carries something out; where that fails, writes what the failure means for the intent. */
async function attempt<T>(intent: Intent, work: () => Promise<T>): Promise<{ value: T } | { intent: Intent }> {
  try {
    return { value: await work() }
  } catch (error) {
    const failure = toFailure(error)
    // Locked in between: nothing can be opened or written now, and it is taken up at the next unlock.
    if (failure.code === 'locked') throw error
    return { intent: await judge(intent, failure) }
  }
}

async function judge(intent: Intent, failure: Failure): Promise<Intent> {
  const now = Date.now()
  const verdict = verdictOf(failure)
  const recorded = verdict === 'recorded' ? recordedIn(failure) : undefined
  if (recorded !== undefined) return accept(intent, recorded, failure)
  if (verdict === 'rejected_key') await setProfileState(intent.profileId, 'rejected')
  const particulars = { failure: { ...failure } }
  const pause = { notBefore: now + pauseAfter(intent.sent, failure.retryAfter) }
  if (intent.state === 'accepted') return changeIntent(intent.id, { ...pause, particulars }, now)
  if (verdict === 'refused' || (verdict === 'rejected_key' && intent.sent <= 1)) {
    // An earlier try may have been taken, and be the very reason why this one was refused: no cover any more.
    const earlier = intent.sent > 1 ? await find(intent).catch(() => undefined) : undefined
    if (earlier !== undefined) return accept(intent, earlier)
    return changeIntent(intent.id, { state: 'refused', particulars }, now)
  }
  return changeIntent(intent.id, { ...pause, state: 'unknown', particulars }, now)
}

function recordedIn({ details }: Failure): Transaction | undefined {
  return Transaction.safeParse((details as { transaction?: unknown }).transaction).data
}

async function accept(intent: Intent, transaction: Transaction, failure: Failure | null = null): Promise<Intent> {
  const change = {
    state: 'accepted',
    transactionId: transaction.id,
    terminal: isTerminal(transaction),
    notBefore: 0,
    particulars: { transaction, failure: failure && { ...failure } },
  } as const
  return changeIntent(intent.id, change, Date.now())
}
