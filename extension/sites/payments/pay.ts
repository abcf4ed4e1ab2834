import { carryOn } from '../../background/money.ts'
import { writeIntent } from '../../intents/store.ts'
import { Problem } from '../../problem.ts'
import { deliver } from '../approvals/asking.ts'
import { consented, isThere } from '../approvals/consented.ts'
import { inTurn } from '../turn.ts'
import { noteBegun } from './begun.ts'
import { readRequest } from './read-request.ts'
import {
  isAsShown,
  isPaidAlready,
  PATIENCE_MS,
  paymentMade,
  paymentOf,
  type RequestRead,
  requestFlawOf,
  type Shown,
} from './rules.ts'
import { openPayments, tellPayments } from './told.ts'

export type PaymentConsent = {
  id: string
  allow: true
  profileId: string
  walletId: string
  shown: Shown
  receipt: boolean
}

const problems = { expired: 'request_expired', over: 'request_paid', broken: 'not_a_request' } as const

/**
 * Pays a request that a person consented to. The request is read again, and must be the one that was shown. The question's ID
 * is the payment's: however often it is consented to, it is one payment.
 */
export async function payRequest(consent: PaymentConsent): Promise<void> {
  const asked = await consented(consent)
  if (asked.request === undefined) throw new Problem('not_allowed')
  const read = await readRequest(consent.profileId, asked.request)
  const flaw = requestFlawOf(read, Date.now())
  if (flaw !== undefined) throw new Problem(problems[flaw])
  if (!isAsShown(read, consent.shown)) throw new Problem('request_changed')
  // The last word before the payment: a page that leaves after it does not take itself for unpaid.
  if (!(await isThere(asked))) throw new Problem('unknown_approval')
  await inTurn(() => begin(consent, read))
  void carryOn(consent.id)
    .catch(() => undefined)
    .then(tellPayments)
  setTimeout(tellPayments, PATIENCE_MS)
}

/** In a turn: looks at everything again, since reading took its time. What is not on disk is not paid. */
async function begin(consent: PaymentConsent, read: RequestRead): Promise<void> {
  const { id, profileId, walletId, shown, receipt } = consent
  const asked = await consented(consent)
  const { origin, request = '' } = asked
  const others = (await openPayments()).filter((each) => each.id !== id)
  const open = read.verdict.subject.amount === null
  if (isPaidAlready(read, paymentMade(others, read.verdict))) throw new Problem('request_paid')
  // Pages may have joined the question since the last word.
  void isThere(asked)
  await writeIntent(profileId, paymentOf(read, walletId, shown.amount), Date.now(), id, {
    origin,
    request,
    open,
    receipt,
  })
  await noteBegun()
  await deliver()
}
