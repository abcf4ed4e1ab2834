import { APPROVALS_MAX } from '#shared/limits.ts'
import type { Approval } from '#shared/model/approval.ts'
import type { Caller } from '../auth/caller.ts'
import { expireOverdue } from '../transactions/approvals/end.ts'
import { listWaiting } from '../transactions/approvals/store.ts'
import { findTransactions } from '../transactions/store.ts'
import { transactionAnswer } from '../transactions/transaction-answer.ts'
import type { World } from '../world/world.ts'
import { challengeOf } from './body.ts'

/** Payments of an account that wait for a person: neither a batch of thousands nor many single ones hide the others. */
export async function listApprovals(world: World, { account }: Caller): Promise<Approval[]> {
  const now = await world.sharedNow(world.db)
  const all = await listWaiting(world.db, world.keys, account.id, APPROVALS_MAX)
  if (all.some(({ expiresAt }) => expiresAt <= now)) void expireOverdue(world).catch(() => undefined)
  const waiting = all.filter(({ expiresAt }) => expiresAt > now)
  const ids = waiting.map(({ transactionId }) => transactionId)
  const rows = await findTransactions(world.db, world.keys, account.id, ids)
  return waiting.flatMap((one) => {
    const transaction = rows.get(one.transactionId)
    if (transaction === undefined) return []
    const { type, id, label } = one.asker
    const expiresAt = new Date(one.expiresAt).toISOString()
    const { rule, of } = one
    return [
      {
        transaction: transactionAnswer(transaction),
        askedBy: { type, id, label },
        rule,
        of,
        expiresAt,
        challenge: challengeOf(world, one),
      },
    ]
  })
}
