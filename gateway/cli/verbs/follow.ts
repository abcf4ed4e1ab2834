import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Clock } from '../../world/world.ts'
import { mayNotAsk, outcomeOf } from './outcome.ts'

/** Reads of a credential are limited to 120 a minute. */
const EVERY_MS = 1_500

/**
 * Reads a payment until it has ended, for so long at most. One that waits for a person is not waited for; a read that fails is
 * none, since the payment goes on without. `error`: why this key may not read it.
 */
export async function follow(
  api: Pick<Client, 'getTransaction'>,
  first: Transaction,
  waitMs: number,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
): Promise<{ transaction: Transaction; error?: unknown }> {
  const end = clock.elapsed() + waitMs
  let transaction = first
  while (outcomeOf(transaction.status) === 'underway' && transaction.waitingFor !== 'approval') {
    if (clock.elapsed() >= end) break
    await clock.sleep(EVERY_MS)
    try {
      transaction = (await api.getTransaction({ id: first.id })).transaction
    } catch (error) {
      if (mayNotAsk(error)) return { transaction, error }
    }
  }
  return { transaction }
}

/** When the time for a person's approval ends. Undefined where the payment waits for none, or this key may not read it. */
export async function approvalEnd(
  api: Pick<Client, 'listApprovals'>,
  { id, waitingFor }: Transaction,
): Promise<string | undefined> {
  if (waitingFor !== 'approval') return undefined
  const { approvals } = await api.listApprovals({}).catch(() => ({ approvals: [] }))
  return approvals.find(({ transaction }) => transaction.id === id)?.expiresAt
}
