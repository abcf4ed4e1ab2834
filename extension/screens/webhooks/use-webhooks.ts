import { WEBHOOKS_MAX } from '#shared/limits.ts'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { useLive } from '../../ui/hooks/use-live.ts'

type Known = Awaited<ReturnType<typeof readWebhooks>>

/** The webhooks of the account, read again and again: receivers fail and come back by themselves. */
export function useWebhooks(profileId: string): Load<Known> {
  return useLive(
    () => readWebhooks(profileId),
    () => true,
    profileId,
  )
}

/** A hostile gateway may claim any number of them. */
async function readWebhooks(profileId: string) {
  const { webhooks, altered } = await read(profileId, 'listWebhooks', {})
  return { webhooks: webhooks.slice(0, WEBHOOKS_MAX), altered: altered.slice(0, WEBHOOKS_MAX) }
}
