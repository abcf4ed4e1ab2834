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
  const requests = useLoad(() => readPages(profile.id, pages), [profile.id])
  // What is listed stays while more is asked for, and so does the focus.
  useReload(requests, pages)
  useRequestNews(profile.id, requests.reload)
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

/** All that was asked for anew: what has happened meanwhile may be on any page. */
async function readPages(profileId: string, pages: number) {
  const first = await read(profileId, 'listRequests', { page: 1, pageSize: PAGE })
  const items = first.items.slice(0, PAGE)
  for (let page = 2; page <= pages && items.length < first.total; page++) {
    items.push(...(await read(profileId, 'listRequests', { page, pageSize: PAGE })).items.slice(0, PAGE))
  }
  const known = new Map(items.map((each) => [each.id, each]))
  return { items: [...known.values()], total: Math.max(first.total, known.size) }
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
