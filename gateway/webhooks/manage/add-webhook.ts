import type { NewWebhook } from '#shared/api/webhooks.ts'
import { WEBHOOKS_MAX } from '#shared/limits.ts'
import { invalid } from '#shared/refusal.ts'
import type { Caller } from '../../auth/caller.ts'
import { atomically } from '../../db/database.ts'
import { headsOf } from '../../outbox/store.ts'
import type { World } from '../../world/world.ts'
import { newSecret } from '../signature.ts'
import { countWebhooks, insertWebhook } from '../store.ts'
import type { Webhook } from '../webhook.ts'
import { requireFitting } from './terms.ts'

/** A webhook is told of what happens from now on. The secret is in the answer and nowhere else. */
export async function addWebhook(
  world: World,
  { account }: Caller,
  input: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  await requireFitting(world, account.id, input)
  const [id, secret] = [world.newId(), newSecret()]
  const { url, events, walletIds = null, description = null, includeAmounts = false } = input
  const webhook = await atomically(world.db, async (trx) => {
    if ((await countWebhooks(trx, account.id)) >= WEBHOOKS_MAX)
      throw invalid('', `an account can have at most ${WEBHOOKS_MAX} webhooks: remove one first`)
    const made: Webhook = {
      ...{ id, accountId: account.id, url, events, walletIds, description, includeAmounts },
      secrets: [{ secret, until: null }],
      status: 'active',
      position: (await headsOf(trx, [account.id])).get(account.id) ?? 0,
      ...{ waiting: 0, failures: 0, failingSince: null, nextAt: null, leasedUntil: null },
      createdAt: world.clock.now(),
    }
    await insertWebhook(trx, world.keys, made)
    return made
  })
  return { webhook, secret }
}
