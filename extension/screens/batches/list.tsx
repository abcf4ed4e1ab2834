import { useState } from 'preact/hooks'
import type { Batch } from '#shared/model/batch.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useReload } from '#shared/ui/kit/states/use-load.ts'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { read } from '../../background/ask.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { isPolled, readPages } from '../../ui/reads/pages.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { isOver, reachOf, rowsIn, sumsOf } from './model.ts'
import { batchName } from './names.ts'
import { Sums } from './sums.tsx'
import { FailedTag, StatusTag } from './tags.tsx'

/** Each comes with its report, which may be long. */
const PAGE = 10

/** The account's batches, newest first. */
export function BatchList(props: ScreenProps) {
  const { profile } = props
  const words = batchesWords
  const [pages, setPages] = useState(1)
  const batches = useLive(
    () => readPages(pages, PAGE, (query) => read(profile.id, 'listBatches', query)),
    ({ items }) => isPolled(pages) && items.some((each) => !isOver(each)),
    profile.id,
  )
  // What is listed stays while more is asked for, and so does the focus.
  useReload(batches, pages)
  const older = batches.is === 'refused' && batches.failure.code === 'not_found'
  const make = (
    <a class="button button-main" href={routeHash('batches', { make: '' })}>
      {words.make}
    </a>
  )
  return (
    <>
      <Heading back="send" actions={batches.is === 'ready' && batches.value.items.length > 0 && make}>
        {words.title}
      </Heading>
      <p class="soft">{words.about}</p>
      {older ? (
        <Empty icon="send">{words.older}</Empty>
      ) : (
        <Loaded
          of={batches}
          empty={({ items }) => items.length === 0}
          whenEmpty={
            <Empty icon="send" action={make}>
              {words.empty}
            </Empty>
          }
        >
          {({ items, total }) => (
            <>
              <Card>
                <Rows label={words.title}>
                  {items.map((batch) => (
                    <BatchRow key={batch.id} {...props} batch={batch} />
                  ))}
                </Rows>
              </Card>
              <p class="hint">{words.shown(items.length, total)}</p>
              {items.length < total && (
                <Button wide onClick={() => setPages(pages + 1)}>
                  {words.more}
                </Button>
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

function BatchRow({ batch, view, settings }: Pick<ScreenProps, 'view' | 'settings'> & { batch: Batch }) {
  const words = batchesWords
  const { id, status, createdAt, report } = batch
  const { ended, of } = reachOf(batch)
  const isDraft = status === 'DRAFT'
  return (
    <Row
      icon="send"
      title={
        <a class="row-link" href={routeHash('batches', { id })}>
          <bdi>{batchName(batch)}</bdi>
        </a>
      }
      meta={[
        <>
          {isDraft ? words.payments(rowsIn(batch, 'WAITING')) : words.reach(ended, of)}
          {batch.name !== null && (
            <>
              {' · '}
              <Time at={createdAt} as="moment" />
            </>
          )}
        </>,
        <span key="status" class="tags">
          <StatusTag batch={batch} />
          {!isDraft && rowsIn(batch, 'FAILED') > 0 && <FailedTag batch={batch} />}
        </span>,
      ]}
      end={<Sums sums={sumsOf(report)} view={view} hidden={settings.hideConfidential} />}
    />
  )
}
