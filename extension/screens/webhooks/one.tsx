import type { Webhook } from '#shared/model/webhook.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { nameOf } from '#shared/ui/kit/values/name-of.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainLine } from '../../plain-text.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { walletName } from '../../ui/wallets/wallet-name.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { Deeds } from './deeds.tsx'
import { Deliveries } from './deliveries.tsx'
import { standingOf, webhookName } from './model.ts'
import { StandingTag } from './tags.tsx'
import { useWebhooks } from './use-webhooks.ts'

/** One webhook: how it stands, what can be done with it, and what it was sent. */
export function OneWebhook({ id, ...props }: ScreenProps & { id: string }) {
  const words = webhooksWords
  const webhooks = useWebhooks(props.profile.id)
  const find = (list: readonly Webhook[]) => list.find((each) => each.id === id)
  const found = webhooks.is === 'ready' ? find(webhooks.value.webhooks) : undefined
  return (
    <>
      <Heading back="webhooks">{found === undefined ? words.title : <bdi>{webhookName(found)}</bdi>}</Heading>
      <Loaded of={webhooks} empty={() => found === undefined} whenEmpty={<Empty icon="link">{words.gone}</Empty>}>
        {({ webhooks: list }) => {
          const webhook = find(list)
          return (
            webhook && (
              <div class="stack">
                <Trouble webhook={webhook} />
                <Terms {...props} webhook={webhook} />
                <Deeds {...props} webhook={webhook} onDone={webhooks.reload} />
                <Deliveries {...props} webhook={webhook} onSent={webhooks.reload} />
              </div>
            )
          )
        }}
      </Loaded>
    </>
  )
}

type OfWebhook = { webhook: Webhook }

/** Why nothing arrives there, and what becomes of it. */
function Trouble({ webhook }: OfWebhook) {
  const words = webhooksWords
  const standing = standingOf(webhook)
  if (standing === 'active') return null
  const { title, about } = words.troubles[standing]
  return (
    <Notice tone={standing === 'off' ? 'plain' : 'warn'} icon={standing === 'off' ? 'info' : 'warning'} title={title}>
      {about}
    </Notice>
  )
}

function Terms({ webhook, view }: Pick<ScreenProps, 'view'> & OfWebhook) {
  const words = webhooksWords
  const { url, events, walletIds, includeAmounts, failingSince, formerSecretUntil } = webhook
  const known = new Map(view?.balances?.list.map(({ wallet }) => [wallet.id, walletName(wallet)]))
  return (
    <Card>
      <span class="tags">
        <StandingTag webhook={webhook} />
        {webhook.waiting > 0 && <Tag icon="clock">{words.waiting(webhook.waiting)}</Tag>}
      </span>
      <Facts
        facts={[
          { name: words.url, value: <bdi class="mono webhook-url">{plainLine(url, 500)}</bdi> },
          { name: words.told, value: events.map((type) => nameOf(words.types, type)).join('\u00a0· ') },
          {
            name: words.wallets,
            value:
              walletIds === null
                ? words.allWallets
                : walletIds.slice(0, 100).map((id) => (
                    <p key={id}>
                      <bdi>{known.get(id) ?? words.unknownWallet}</bdi>
                    </p>
                  )),
          },
          { name: words.amounts, value: includeAmounts ? words.withAmounts : words.withoutAmounts },
          {
            name: words.failingSince,
            value: failingSince === null ? undefined : <Time at={failingSince} as="moment" />,
          },
          {
            name: words.formerSecret,
            value:
              formerSecretUntil === null ? undefined : (
                <Time at={formerSecretUntil} as="moment" around={words.formerUntil} />
              ),
          },
          { name: words.made, value: <Time at={webhook.createdAt} as="moment" /> },
        ]}
      />
    </Card>
  )
}
