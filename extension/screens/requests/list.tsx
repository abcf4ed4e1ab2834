import { useState } from 'preact/hooks'
import type { PaymentRequest } from '#shared/model/request.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad, useReload } from '#shared/ui/kit/states/use-load.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { read } from '../../background/ask.ts'
import { plainLine, plainToken } from '../../plain-text.ts'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { isPolled, readPages } from '../../ui/reads/pages.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { askedOf } from './model.ts'
import { StandingTags } from './standing-tag.tsx'
import { useRequestNews } from './use-request-news.ts'

const PAGE = 20

/** The account's requests, newest first, with their states. */
export function RequestList(props: ScreenProps) {
  const { profile } = props
  const said = requestsWords
  const [pages, setPages] = useState(1)
  const requests = useLoad(
    () => readPages(pages, PAGE, (query) => read(profile.id, 'listRequests', query)),
    [profile.id],
  )
  // What is listed stays while more is asked for, and so does the focus.
  useReload(requests, pages)
  useRequestNews(profile.id, requests.reload, isPolled(pages))
  const older = requests.is === 'refused' && requests.failure.code === 'not_found'
  const make = (
    <a class="button button-main" href={routeHash('requests', { make: '' })}>
      {said.make}
    </a>
  )
  return (
    <>
      <Heading back="receive" actions={requests.is === 'ready' && requests.value.items.length > 0 && make}>
        {said.title}
      </Heading>
      <p class="soft">{said.about}</p>
      {older ? (
        <Empty icon="receive">{said.older}</Empty>
      ) : (
        <Loaded
          of={requests}
          empty={({ items }) => items.length === 0}
          whenEmpty={
            <Empty icon="receive" action={make}>
              {said.empty}
            </Empty>
          }
        >
          {({ items, total }) => (
            <>
              <Card>
                <Rows label={said.title}>
                  {items.map((request) => (
                    <RequestRow key={request.id} {...props} request={request} />
                  ))}
                </Rows>
              </Card>
              <p class="hint">{said.shown(items.length, total)}</p>
              {items.length < total && (
                <Button wide onClick={() => setPages(pages + 1)}>
                  {said.more}
                </Button>
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

function RequestRow({ request, view, settings }: Pick<ScreenProps, 'view' | 'settings'> & { request: PaymentRequest }) {
  const { id, token, memo, createdAt } = request
  const hidden = settings.hideConfidential && isConfidential(token, view?.balances?.list)
  const asked = askedOf(request)
  const line = memo === null ? '' : plainLine(memo, 80)
  const nameless = asked.is === 'any' ? requestsWords.anyOf(plainToken(token)) : requestsWords.one
  return (
    <Row
      icon="receive"
      title={
        <a class="row-link" href={routeHash('requests', { id })}>
          {line === '' ? nameless : <bdi>{line}</bdi>}
        </a>
      }
      meta={[<Time key="made" at={createdAt} as="moment" />, <StandingTags key="standing" request={request} />]}
      end={
        asked.is === 'amount' ? (
          <PrivateAmount value={asked.amount} token={plainToken(token)} hidden={hidden} />
        ) : asked.is === 'any' ? (
          requestsWords.any
        ) : (
          requestsWords.notKnown
        )
      }
    />
  )
}
