import * as z from 'zod/mini'
import { callRead } from '../../background/gateway-calls.ts'
import { profiles } from '../../gateway/profiles.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { intents } from '../../intents/kept.ts'
import { openIntent, readIntent } from '../../intents/store.ts'
import { PAYMENTS, type PaymentAnswer } from '../../provider/protocol.ts'
import { type Approval, answered, isAnswer } from '../approvals/approval.ts'
import { deliver } from '../approvals/asking.ts'
import { approvals } from '../approvals/store.ts'
import type { Grant } from '../grant.ts'
import { addGrant, grantOf } from '../grants.ts'
import { isEnabled } from '../sites.ts'
import { inTurn } from '../turn.ts'
import { readRequest } from './read-request.ts'
import { isAskedAgain, paymentMade, statusOf } from './rules.ts'

const OneNota = z.object({ nota: z.string() })

/** The payments, by any gateway, that can be read now: none while the wallet is locked. One that cannot hides no other. */
export async function openPayments(): Promise<OpenIntent[]> {
  const opened = await Promise.allSettled((await intents.get()).map((each) => openIntent(each, Date.now())))
  return opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** The payments that a site asked for, and may ask about. */
export async function paymentsAskedBy(origin: string): Promise<OpenIntent[]> {
  return (await openPayments()).filter((each) => isAskedAgain(each, origin, Date.now()))
}

/** The one of them that a request is about: the same text, or another file of the same request. */
export async function paymentAmong(payments: readonly OpenIntent[], text: string): Promise<OpenIntent | undefined> {
  const same = payments.findLast(({ askedBy }) => askedBy?.request === text)
  const { active } = await profiles.get()
  if (same !== undefined || payments.length === 0 || active === null) return same
  const read = await readRequest(active, text).catch(() => undefined)
  return read && paymentMade(payments, read.verdict)
}

/** What a page is told of its payment, with the receipt where the person ticked it and there is one. */
export async function answerOf(payment: OpenIntent): Promise<PaymentAnswer | undefined> {
  const status = statusOf(payment, Date.now())
  const { transactionId: id, profileId, askedBy } = payment
  if (status !== 'settled' || id === null || askedBy?.receipt !== true) return status && { status }
  const receipt = await callRead(profileId, 'getTransactionNota', { id })
    .then((text) => OneNota.parse(JSON.parse(text)).nota)
    .catch(() => undefined)
  return receipt === undefined ? { status } : { status, receipt }
}

/** A lock that comes in between leaves nothing to be read: that it was submitted is known all the same. */
const submitted: PaymentAnswer = { status: 'submitted' }

/**
 * Tells the pages whose payments are known well enough by now, and those that wait for a person although their site was paid: by
 * another tab, with another file, or before the wallet was locked. All at once: a gateway that is silent holds up no other page.
 */
export async function tellPayments(): Promise<void> {
  await Promise.all((await approvals.get()).list.map(tellPayment))
}

async function tellPayment(asked: Approval): Promise<void> {
  if (isAnswer(asked.outcome)) return
  const payment = await paymentFor(asked)
  const value = payment ? await answerOf(payment) : asked.outcome && submitted
  if (!value) return
  await inTurn(async () => {
    const grant = payment && value.status !== 'refused' ? await grantFor(asked.origin, payment) : undefined
    await approvals.update((queue) => answered(queue, asked, { value, ...(grant && { grant }) }))
    await deliver()
  })
}

/** The payment that is the answer to a question: its own, or one that its site asked for before. */
async function paymentFor({ origin, request, outcome }: Approval): Promise<OpenIntent | undefined> {
  if (outcome !== null && 'payment' in outcome)
    return readIntent(outcome.payment)
      .then((intent) => openIntent(intent, Date.now()))
      .catch(() => undefined)
  return request === undefined ? undefined : paymentAmong(await paymentsAskedBy(origin), request)
}

/** A site that was paid is known from then on, and the wallet that paid it: neither pays anything. */
async function grantFor(origin: string, { id, profileId, order, consentedAt }: OpenIntent): Promise<Grant | undefined> {
  // Disabled meanwhile.
  if (!(await isEnabled(origin))) return undefined
  const paid = { profileId, walletId: order.walletId, lastUsedAt: consentedAt }
  const before = await grantOf(origin, PAYMENTS)
  if (before === undefined)
    return { id, capability: PAYMENTS, origin, grantedAt: consentedAt, expiresAt: null, ...paid }
  await addGrant({ ...before, ...paid })
  return undefined
}
