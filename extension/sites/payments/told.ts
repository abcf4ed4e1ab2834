import { callRead } from '../../background/gateway-calls.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { intents } from '../../intents/kept.ts'
import { openIntent, readIntent } from '../../intents/store.ts'
import type { PaymentAnswer } from '../../provider/protocol.ts'
import { type Approval, approvals, type Queue } from '../approvals/approval.ts'
import { deliver } from '../approvals/asking.ts'
import { inTurn } from '../turn.ts'
import { digestOf } from './request-text.ts'
import { isAskedAgain, statusOf } from './rules.ts'

/** The payments that can be read now: none while the wallet is locked. */
export async function openPayments(): Promise<OpenIntent[]> {
  const opened = await Promise.allSettled((await intents.get()).map((each) => openIntent(each, Date.now())))
  return opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** The payment that a page asked for with this text. */
export async function paymentAskedBy(origin: string, text: string): Promise<OpenIntent | undefined> {
  const [payments, digest] = await Promise.all([openPayments(), digestOf(text)])
  return payments.findLast((each) => isAskedAgain(each, origin, digest, Date.now()))
}

/** What a page is told of its payment, with the receipt where the person ticked it and there is one. */
export async function answerOf(payment: OpenIntent): Promise<PaymentAnswer | undefined> {
  const status = statusOf(payment, Date.now())
  const { transactionId: id, profileId, askedBy } = payment
  if (status !== 'settled' || id === null || askedBy?.receipt !== true) return status && { status }
  const receipt = await callRead(profileId, 'getTransactionNota', { id }).catch(() => undefined)
  return receipt === undefined ? { status } : { status, receipt: (receipt as { nota: string }).nota }
}

/** A lock that comes in between leaves nothing to be read: that it was submitted is known all the same. */
const submitted: PaymentAnswer = { status: 'submitted' }

/** Tells the pages whose payments are known well enough by now. */
export async function tellPayments(): Promise<void> {
  for (const { id, outcome } of (await approvals.get()).list) {
    if (outcome === null || !('payment' in outcome)) continue
    const payment = await readIntent(outcome.payment)
      .then((intent) => openIntent(intent, Date.now()))
      .catch(() => undefined)
    const value = payment === undefined ? submitted : await answerOf(payment)
    if (value === undefined) continue
    await inTurn(async () => {
      await approvals.update((queue) => answered(queue, id, value))
      await deliver()
    })
  }
}

function answered(queue: Queue, id: string, value: PaymentAnswer): Queue {
  const told = (each: Approval) => each.id === id && each.outcome !== null && 'payment' in each.outcome
  return { ...queue, list: queue.list.map((each) => (told(each) ? { ...each, outcome: { value } } : each)) }
}
