import { profile, profiles } from '../gateway/profiles.ts'
import { advance, consentAgain, discard, isRunning, leave } from '../intents/carry-out.ts'
import type { Intent, OpenIntent, Order } from '../intents/intent.ts'
import { intents } from '../intents/kept.ts'
import { isFinished } from '../intents/rules.ts'
import { openIntent, readIntent, writeIntent } from '../intents/store.ts'
import { Problem } from '../problem.ts'
import { readRequest } from '../sites/payments/read-request.ts'
import { isPaidAlready, paymentMade } from '../sites/payments/rules.ts'
import { openPayments } from '../sites/payments/told.ts'
import { inTurn } from '../sites/turn.ts'
import { dataKey } from '../vault/vault.ts'
import { announceEnd } from './announce.ts'
import { refresh } from './live/refresh.ts'
import { schedule } from './schedule.ts'

/**
 * Writes the payment down, answers, and sends it: a page that closes at once changes nothing. `request_paid` where it
 * pays a request that a site, or another page, has paid meanwhile.
 */
export async function begin(profileId: string, order: Order, id?: string): Promise<OpenIntent> {
  await profile(profileId)
  const intent = await writeOnce(profileId, order, id)
  goOn(intent.id)
  return openIntent(intent, Date.now())
}

/** In a turn, where sites pay requests too: of two payments of one request, the second sees the first. */
async function writeOnce(profileId: string, order: Order, id?: string): Promise<Intent> {
  const write = () => writeIntent(profileId, order, Date.now(), id)
  const to = order.verb === 'transfer' ? order.destination : undefined
  if (to?.is !== 'request') return write()
  const first = await inTurn(async () => {
    const payments = await openPayments()
    const isWritten = payments.some((each) => each.id === id)
    const made = paymentMade(payments, { subject: { id: to.requestId, address: to.address } })
    return isWritten || made === undefined ? { intent: await write() } : { made }
  })
  if ('intent' in first) return first.intent
  // Whether it may be paid more than once, the request says. No turn waits for a gateway.
  if (isPaidAlready(await readRequest(profileId, to.nota), first.made)) throw new Problem('request_paid')
  return write()
}

/** Whatever stops it, the lock before all, is taken up later. */
function goOn(id: string): void {
  carryOn(id).catch(() => undefined)
}

/** One step further, and what follows from it: the badge, the alarm, a word to the person, fresh balances. */
export async function carryOn(id: string): Promise<Intent> {
  await schedule()
  const before = await readIntent(id)
  const after = await advance(id)
  await schedule()
  if (!isFinished(before) && isFinished(after)) await ended(after)
  return after
}

async function ended(intent: Intent): Promise<void> {
  await announceEnd(await openIntent(intent, Date.now())).catch(() => undefined)
  await refresh(intent.profileId, true).catch(() => undefined)
}

export async function listPayments(profileId: string): Promise<OpenIntent[]> {
  await dataKey(Date.now())
  return (await openPayments()).reverse().filter((each) => each.profileId === profileId)
}

/** Looks after a payment. A call that is under way is not waited for: the page asks again soon. */
export async function look(id: string): Promise<OpenIntent> {
  await dataKey(Date.now())
  if (!isRunning(id)) {
    const step = carryOn(id)
    await Promise.race([step.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 1_500))])
  }
  return openIntent(await readIntent(id), Date.now())
}

export async function sendAgain(id: string): Promise<OpenIntent> {
  await dataKey(Date.now())
  const intent = await consentAgain(id)
  goOn(id)
  return openIntent(intent, Date.now())
}

export async function discardPayment(id: string): Promise<OpenIntent> {
  await dataKey(Date.now())
  const after = await discard(id)
  await schedule()
  return openIntent(after, Date.now())
}

export async function leavePayment(id: string): Promise<OpenIntent> {
  await dataKey(Date.now())
  const after = await leave(id)
  await schedule()
  return openIntent(after, Date.now())
}

/** Takes up whatever is unfinished: after an unlock, a restart, or half a minute. */
export async function resume(): Promise<void> {
  const { list } = await profiles.get()
  // A gateway that does not accept the key says the same every half minute; it is asked again once it is reconnected.
  const heard = new Set(list.filter(({ state }) => state === 'connected').map(({ id }) => id))
  const unfinished = (await intents.get()).filter((intent) => !isFinished(intent) && heard.has(intent.profileId))
  await Promise.allSettled(unfinished.map(({ id }) => carryOn(id)))
}
