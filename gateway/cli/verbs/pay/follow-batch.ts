import type { Client } from '#shared/client.ts'
import type { Batch } from '#shared/model/batch.ts'
import type { Clock } from '../../../world/world.ts'
import { mayNotAsk } from '../outcome.ts'
import { describeProgress } from './describe-batch.ts'

/** Reads of a credential are limited to 120 a minute. */
const EVERY_MS = 2_000
/** So long a gateway may be away, as while it is started anew. */
const PATIENCE_MS = 180_000

export type Following = { clock: Pick<Clock, 'elapsed' | 'sleep'>; waitMs: number; say(text: string): void }

/** Reads a batch until it runs no more, for so long at most. Throws where the gateway says nothing for minutes, or
 * this key may not read it. */
export async function followBatch(
  api: Pick<Client, 'getBatch'>,
  first: Batch,
  { clock, waitMs, say }: Following,
): Promise<Batch> {
  const end = clock.elapsed() + waitMs
  let batch = first
  let said = ''
  for (let heard = clock.elapsed(); batch.status === 'RUNNING' && clock.elapsed() < end; ) {
    await clock.sleep(EVERY_MS)
    try {
      batch = (await api.getBatch({ id: first.id })).batch
      heard = clock.elapsed()
    } catch (error) {
      if (mayNotAsk(error) || clock.elapsed() - heard > PATIENCE_MS) throw error
    }
    const progress = describeProgress(batch)
    if (progress !== said) say(`${progress}\n`)
    said = progress
  }
  return batch
}
