import { useState } from 'preact/hooks'
import { WEBHOOKS_MAX } from '#shared/limits.ts'
import type { Webhook } from '#shared/model/webhook.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { plainLine } from '../../plain-text.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { shortUrl, webhookName } from './model.ts'
import { RemoveWebhook } from './remove.tsx'
import { StandingTag } from './tags.tsx'
import { useWebhooks } from './use-webhooks.ts'

/** The account's webhooks and how each stands. */
export function WebhookList({ profile }: ScreenProps) {
  const words = webhooksWords
  const webhooks = useWebhooks(profile.id)
  const [removing, setRemoving] = useState<string>()
  const older = webhooks.is === 'refused' && webhooks.failure.code === 'not_found'
  const count = webhooks.is === 'ready' ? webhooks.value.webhooks.length + webhooks.value.altered.length : 0
  const add = (
    <a class="button button-main" href={routeHash('webhooks', { make: '' })}>
      {words.add}
    </a>
  )
  return (
    <>
      <Heading back="settings" actions={count > 0 && count < WEBHOOKS_MAX && add}>
        {words.title}
      </Heading>
      <p class="soft">{words.about}</p>
      {older ? (
        <Empty icon="link">{words.older}</Empty>
      ) : (
        <Loaded
          of={webhooks}
          empty={() => count === 0}
          whenEmpty={
            <Empty icon="link" action={add}>
              {words.empty}
            </Empty>
          }
        >
          {({ webhooks, altered }) => (
            <>
              <Card>
                <Rows label={words.title}>
                  {webhooks.map((webhook) => (
                    <WebhookRow key={webhook.id} webhook={webhook} />
                  ))}
                  {altered.map((id) => (
                    <AlteredRow key={id} id={id} onRemove={() => setRemoving(id)} />
                  ))}
                </Rows>
              </Card>
              {count >= WEBHOOKS_MAX && <p class="hint">{words.full(WEBHOOKS_MAX)}</p>}
            </>
          )}
        </Loaded>
      )}
      {removing !== undefined && (
        <RemoveWebhook
          profileId={profile.id}
          id={removing}
          onRemoved={webhooks.reload}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const words = webhooksWords
  const { id, url, description, events, waiting } = webhook
  return (
    <Row
      icon="link"
      title={
        <a class="row-link" href={routeHash('webhooks', { id })}>
          <bdi>{webhookName(webhook)}</bdi>
        </a>
      }
      meta={[
        description !== null && <bdi key="url">{shortUrl(url)}</bdi>,
        words.events(events.length),
        <span key="standing" class="tags">
          <StandingTag webhook={webhook} />
          {waiting > 0 && <Tag icon="clock">{words.waiting(waiting)}</Tag>}
        </span>,
      ]}
    />
  )
}

/** One whose row in the database is not as this gateway has written it: nothing of it is believed. */
function AlteredRow({ id, onRemove }: { id: string; onRemove: () => void }) {
  const words = webhooksWords
  const name = plainLine(id, 20)
  return (
    <Row
      icon="link"
      title={<bdi>{name}</bdi>}
      meta={[
        <Tag key="altered" tone="danger" icon="warning">
          {words.altered}
        </Tag>,
        words.alteredAbout,
      ]}
      actions={
        <Button kind="quiet-danger" label={words.removeOf(name)} onClick={onRemove}>
          {words.remove}
        </Button>
      }
    />
  )
}
