import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Clock } from '../../world/world.ts'
import { outcomeOf } from './outcome.ts'

/** Reads of a credential are limited to 120 a minute. */
const EVERY_MS = 1_500

/**
 * Reads a payment until it has ended, for so long at most. One that waits for a person is not waited for; a read that fails is
 * none, since the payment goes on without.
 */
export async function follow(
  api: Pick<Client, 'getTransaction'>,
  first: Transaction,
  waitMs: number,
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
): Promise<Transaction> {
  const end = clock.elapsed() + waitMs
  let transaction = first
  while (outcomeOf(transaction.status) === 'underway' && transaction.waitingFor !== 'approval') {
    if (clock.elapsed() >= end) break
    await clock.sleep(EVERY_MS)
    const read = await api.getTransaction({ id: first.id }).catch(() => undefined)
    transaction = read?.transaction ?? transaction
  }
  return transaction
}
