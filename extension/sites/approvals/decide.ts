import { Problem } from '../../problem.ts'
import type { AddressCard } from '../../provider/protocol.ts'
import { readCard } from '../card.ts'
import { type Grant, permissionOf } from '../grant.ts'
import { grantOf } from '../grants.ts'
import { type PaymentConsent, payRequest } from '../payments/pay.ts'
import { inTurn } from '../turn.ts'
import { type Approval, isWaiting, type Outcome, settle } from './approval.ts'
import { deliver, refuseOne } from './asking.ts'
import { consented, isThere } from './consented.ts'
import { approvals } from './store.ts'

export type Consent = { id: string; allow: true; profileId: string; walletId: string; days: number | null }
export type Decision = { id: string; allow: false } | Consent | PaymentConsent

const DAY_MS = 24 * 3_600_000

/** Carries out what the person decided about one question. */
export async function decide(decision: Decision): Promise<void> {
  if (!decision.allow) return refuseOne(decision.id)
  if ('shown' in decision) return payRequest(decision)
  const asked = await consented(decision)
  if (asked.request !== undefined) throw new Problem('not_allowed')
  if (!(await isThere(asked))) throw new Problem('unknown_approval')
  // Read before anything is granted: a wallet that is gone, or a gateway that is away, grants nothing.
  const card = await readCard(decision.profileId, decision.walletId)
  await inTurn(() => grant(decision, card, Date.now()))
}

/** In a turn: looks at everything again, since reading took its time. Grant and answer are written down in one. */
async function grant(decision: Consent, card: AddressCard, now: number): Promise<void> {
  const { id, origin, method } = await consented(decision)
  const { profileId, walletId, days } = decision
  const given: Grant = {
    id,
    origin,
    profileId,
    walletId,
    grantedAt: now,
    expiresAt: days === null ? null : now + days * DAY_MS,
    lastUsedAt: method === 'sotto_requestAddressCard' ? now : null,
  }
  let done = false
  await approvals.update((queue) => {
    done = queue.list.some((each) => each.id === id && isWaiting(each))
    // What else the site waits for, it may know by now.
    return done ? settle(queue, (each) => (each.origin === origin ? outcome(each, given, card) : undefined)) : queue
  })
  if (!done) throw new Problem('unknown_approval')
  await deliver()
}

function outcome({ id, method }: Approval, given: Grant, card: AddressCard): Outcome {
  const value = method === 'sotto_requestAddressCard' ? card : [permissionOf(given)]
  return id === given.id ? { value, grant: given } : { value }
}

/** After an unlock: a site that was granted its card asked while the wallet was locked. No person is asked again. */
export async function answerGranted(): Promise<void> {
  for (const { id, origin, request } of (await approvals.get()).list.filter(isWaiting)) {
    const mine = request === undefined ? await grantOf(origin) : undefined
    const card = mine && (await readCard(mine.profileId, mine.walletId).catch(() => undefined))
    if (card === undefined) continue
    await inTurn(async () => {
      if ((await grantOf(origin))?.id !== mine?.id || mine === undefined) return
      await approvals.update((queue) =>
        settle(queue, (each) => (each.id === id ? outcome(each, mine, card) : undefined)),
      )
      await deliver()
    })
  }
}
