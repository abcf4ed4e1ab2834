import { useState } from 'preact/hooks'
import { type Delivery, DeliveryState, type Webhook } from '#shared/model/webhook.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useReload } from '#shared/ui/kit/states/use-load.ts'
import { atTime } from '#shared/ui/kit/values/ago.ts'
import { nameOf } from '#shared/ui/kit/values/name-of.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { read, write } from '../../background/ask.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { isPolled } from '../../ui/reads/pages.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { outcomeOf, resultOf } from './model.ts'
import { OutcomeTag } from './tags.tsx'

const PAGE = 20
type DeliveryPage = { items: Delivery[]; next: string | null }

type DeliveriesProps = Pick<ScreenProps, 'profile'> & { webhook: Webhook; onSent: () => Promise<unknown> }

/** What it was sent in the last 30 days, the newest first, with a test, and each again. */
export function Deliveries({ profile, webhook, onSent }: DeliveriesProps) {
  const words = webhooksWords
  const { id, status } = webhook
  const [state, setState] = useState<DeliveryState>()
  const [pages, setPages] = useState(1)
  const deliveries = useLive(
    () => readPages(profile.id, id, state, pages),
    () => isPolled(pages),
    `${profile.id} ${id} ${state}`,
  )
  // What is listed stays while more is asked for, and so does the focus.
  useReload(deliveries, pages)
  const reload = () => Promise.all([deliveries.reload(), onSent()])
  const test = useAction(async () => {
    const { delivery } = await write(profile.id, 'testWebhook', { id })
    await reload()
    announce(delivery.state === 'delivered' ? words.testTaken : words.testNotTaken)
  })
  const again = async (deliveryId: string) => {
    await write(profile.id, 'redeliver', { id, deliveryId })
    await reload()
    announce(words.sentAgain)
  }
  return (
    <Section
      title={words.deliveries}
      about={words.deliveriesAbout}
      actions={
        <Button icon="send" busy={test.busy} onClick={test.run}>
          {words.test}
        </Button>
      }
    >
      {test.failure !== undefined && <Refused failure={test.failure} />}
      <SelectField
        label={words.show}
        name="state"
        options={[['', words.all], ...DeliveryState.options.map((each) => [each, words.outcomes[each]] as const)]}
        value={state ?? ''}
        onChange={(chosen) => {
          setState(DeliveryState.safeParse(chosen).data)
          setPages(1)
        }}
      />
      <Loaded
        of={deliveries}
        empty={({ items }) => items.length === 0}
        whenEmpty={<p class="soft">{words.noDelivery}</p>}
      >
        {({ items, more }) => (
          <>
            <Rows label={words.deliveries}>
              {items.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isOff={status === 'disabled'}
                  onAgain={() => again(delivery.id)}
                />
              ))}
            </Rows>
            {more && (
              <Button wide onClick={() => setPages(pages + 1)}>
                {requestsWords.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** All that was asked for anew: what has become of each may be on any page. */
async function readPages(profileId: string, id: string, state: DeliveryState | undefined, pages: number) {
  const known = new Map<string, Delivery>()
  let next: string | null | undefined
  for (let page = 1; page <= pages && next !== null; page++) {
    const answer: DeliveryPage = await read(profileId, 'listDeliveries', {
      id,
      pageSize: PAGE,
      ...(state !== undefined && { state }),
      ...(next !== undefined && { after: next }),
    })
    for (const delivery of answer.items.slice(0, PAGE)) known.set(delivery.id, delivery)
    next = answer.next
  }
  return { items: [...known.values()], more: next !== null }
}

type DeliveryRowProps = { delivery: Delivery; isOff: boolean; onAgain: () => Promise<unknown> }

function DeliveryRow({ delivery, isOff, onAgain }: DeliveryRowProps) {
  const words = webhooksWords
  const { type, createdAt, tries, nextAt } = delivery
  const again = useAction(onAgain)
  const isOpen = outcomeOf(delivery) === 'waiting'
  return (
    <Row
      title={nameOf(words.types, type)}
      meta={[
        <>
          <Time at={createdAt} as="moment" />
          {' · '}
          <code>{type}</code>
        </>,
        <span key="outcome" class="tags">
          <OutcomeTag delivery={delivery} />
        </span>,
        said(delivery),
        nextAt !== null && tries > 0 && <Time key="next" at={nextAt} as="moment" around={words.next} />,
        again.failure !== undefined && <Refused key="refused" failure={again.failure} />,
      ]}
      actions={
        // A webhook that is off is told of nothing, and what is on its way needs no press.
        isOff || isOpen ? undefined : (
          <Button
            kind="quiet"
            busy={again.busy}
            label={words.againOf(nameOf(words.types, type), atTime(createdAt))}
            onClick={again.run}
          >
            {words.again}
          </Button>
        )
      }
    />
  )
}

/** Which try was the last, and what the receiver said to it, or why it said nothing. */
function said(delivery: Delivery): string | undefined {
  const words = webhooksWords
  const { ms, tries } = delivery
  const result = resultOf(delivery)
  if (result === null) return undefined
  const last = typeof result === 'number' ? words.answered(result, ms ?? 0) : nameOf(words.flaws, result)
  return tries > 1 ? `${words.tries(tries)} · ${last}` : last
}
