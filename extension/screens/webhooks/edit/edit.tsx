import { useState } from 'preact/hooks'
import type { NewWebhook } from '#shared/api/webhooks.ts'
import type { Webhook } from '#shared/model/webhook.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { read, write } from '../../../background/ask.ts'
import { Heading } from '../../../ui/parts/heading.tsx'
import { go } from '../../../ui/routes/route.ts'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { settingsWords } from '../../../words/en/settings/settings.ts'
import { webhooksWords } from '../../../words/en/webhooks.ts'
import { changeOf } from '../model.ts'
import { WebhookSecret } from '../secret.tsx'
import { WebhookForm } from './form.tsx'

/** A new webhook, and its secret once it is there. */
export function MakeWebhook({ profile }: ScreenProps) {
  const words = webhooksWords
  const [made, setMade] = useState<{ webhook: Webhook; secret: string }>()
  const make = async (wish: Required<NewWebhook>) => {
    setMade(await write(profile.id, 'createWebhook', wish))
    announce(words.added)
  }
  return (
    <>
      <Heading back="webhooks">{words.add}</Heading>
      <Card>
        <WebhookForm profileId={profile.id} action={words.add} onSubmit={make} />
      </Card>
      {made !== undefined && (
        <WebhookSecret secret={made.secret} onClose={() => go('webhooks', { id: made.webhook.id })} />
      )}
    </>
  )
}

/** The terms of a webhook, read once: the form keeps its texts, whatever the gateway says of it meanwhile. */
export function ChangeWebhook({ profile, id }: ScreenProps & { id: string }) {
  const words = webhooksWords
  const webhook = useLoad(async () => {
    const { webhooks } = await read(profile.id, 'listWebhooks', {})
    return webhooks.find((each) => each.id === id)
  }, [profile.id, id])
  const change = async (before: Webhook, next: Required<NewWebhook>) => {
    const changed = changeOf(before, next)
    if (changed !== undefined) await write(profile.id, 'patchWebhook', { id, ...changed })
    announce(words.changed)
    go('webhooks', { id })
  }
  return (
    <>
      <Heading back={['webhooks', { id }]}>{words.changeTitle}</Heading>
      <Loaded of={webhook} empty={(known) => known === undefined} whenEmpty={<Empty icon="link">{words.gone}</Empty>}>
        {(known) =>
          known && (
            <Card>
              <WebhookForm
                profileId={profile.id}
                known={known}
                action={settingsWords.save}
                onSubmit={(next) => change(known, next)}
              />
            </Card>
          )
        }
      </Loaded>
    </>
  )
}
