import type { Failure } from '#shared/client-failure.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { isForgotten } from '../../intents/rules.ts'
import { chainSteps, type Step, type StepState, stepsOf } from '../../ui/payments/steps.ts'

/** How a payment stands, each with a sentence of its own. */
export type Outlook =
  | 'sending'
  | 'unknown'
  | 'forgotten'
  | 'ask'
  | 'refused'
  | 'discarded'
  | 'left'
  | 'waits'
  | 'pending'
  | 'settling'
  | 'settled'
  | 'unsettled'
  | 'unapproved'
  | 'failed'

type Seen = Pick<OpenIntent, 'state' | 'terminal' | 'order' | 'transaction' | 'failure'>

export function outlookOf(intent: Omit<Seen, 'order'>): Outlook {
  const { state, transaction } = intent
  if (isForgotten(intent)) return 'forgotten'
  switch (state) {
    case 'ready':
    case 'sending':
      return 'sending'
    case 'unknown':
    case 'ask':
    case 'refused':
    case 'discarded':
    case 'left':
      return state
    case 'accepted':
      return transaction === null ? 'pending' : outlookOnChain(transaction)
  }
}

function outlookOnChain({
  status,
  waitingFor,
  failure,
}: Pick<Transaction, 'status' | 'waitingFor' | 'failure'>): Outlook {
  switch (status) {
    case 'PENDING':
      return waitingFor === 'approval' ? 'waits' : 'pending'
    case 'SETTLING':
      return 'settling'
    case 'FAILED':
      return failure === undefined ? 'failed' : 'unapproved'
    case 'SETTLED':
      // A deep reorganisation took it back, and the same bytes are sent again.
      return waitingFor === null ? 'settled' : 'unsettled'
  }
}

const handed: Record<Exclude<OpenIntent['state'], 'accepted'>, StepState> = {
  ready: 'now',
  sending: 'now',
  unknown: 'unknown',
  ask: 'stopped',
  refused: 'failed',
  discarded: 'stopped',
  left: 'unknown',
}

/** Each step of a payment, from the gateway's taking it to the end of its last leg. */
export function paymentSteps(intent: Seen, confidential: boolean): Step[] {
  const { state, order, transaction } = intent
  const forgotten = isForgotten(intent)
  if (state === 'accepted' && transaction !== null) {
    const steps = stepsOf(transaction, confidential)
    return forgotten ? steps.map(({ name }) => ({ name, state: 'unknown' })) : steps
  }
  const mark = state === 'accepted' ? 'done' : handed[state]
  const over = state === 'refused' || state === 'discarded'
  const unknown = state === 'unknown' || state === 'left'
  const onChain = chainSteps(order.verb, confidential).map(
    (name): Step => ({ name, state: unknown ? 'unknown' : over ? 'stopped' : 'later' }),
  )
  return [{ name: 'handed', state: mark }, ...onChain]
}

/** Whether it is looked at again: not once it has ended, and not while it waits for the person. */
export function goesOn(intent: Seen): boolean {
  return !['ask', 'refused', 'discarded', 'left', 'settled', 'unapproved', 'failed'].includes(outlookOf(intent))
}

/** A chain may settle a payment before its screen has looked once: so long after the consent its end is still news. */
const NEWS_MS = 60_000

/** Whether the way it stands is news to the person: it changed while they looked, or before they could have. */
export function isNews(outlook: Outlook, before: Outlook | undefined, sinceConsentMs: number): boolean {
  return before === undefined ? sinceConsentMs < NEWS_MS : before !== outlook
}

/** Whether the gateway has taken it and nothing speaks against it: the person has done their part. */
export function isUnderWay(outlook: Outlook): boolean {
  return ['waits', 'pending', 'settling', 'settled', 'unsettled'].includes(outlook)
}

/** Whether to offer to take it back: it has to be on its way, and of the wallet's own gas. The gateway may say no. */
export function isCancellable({
  type,
  status,
  waitingFor,
}: Pick<Transaction, 'type' | 'status' | 'waitingFor'>): boolean {
  // What waits for a person is rejected, not taken back: nothing of it was sent.
  return status === 'PENDING' && type !== 'FUND' && waitingFor !== 'approval'
}

/** Why it was refused, or cannot be looked after just now. What went wrong before it was sent is of no use any more. */
export function failureShown(intent: Omit<Seen, 'order'>): Failure | undefined {
  if (intent.failure === null || !['unknown', 'refused', 'accepted'].includes(intent.state)) return undefined
  // How it stands says that.
  if (isForgotten(intent)) return undefined
  // The failure of a payment that failed is what its transaction says.
  if (intent.state === 'accepted' && intent.transaction?.status === 'FAILED') return undefined
  const { code, message, details, retryAfter, status } = intent.failure
  return {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(status === undefined ? {} : { status }),
  }
}
