import { useState } from 'preact/hooks'
import type { Batch, RowStatus } from '#shared/model/batch.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { useStepFocus } from '../../ui/hooks/focus/use-step-focus.ts'
import { useOnChange } from '../../ui/live/use-on-change.ts'
import { MayNotPay } from '../../ui/orders/may-not-pay.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { Deeds } from './deeds/deeds.tsx'
import { Results } from './deeds/results.tsx'
import { ReviewBatch } from './deeds/review.tsx'
import { isOver, reachOf, rowsIn, sumsOf } from './model.ts'
import { batchName, pauseTextOf } from './names.ts'
import { Report } from './report/report.tsx'
import { BatchRows } from './rows.tsx'
import { Sums } from './sums.tsx'
import { StatusTag } from './tags.tsx'
import { useBatch } from './use-batch.ts'

type OneProps = ScreenProps & { id: string }

/** One batch: as a draft what its check has found, later how far it is; and what can be done with it. */
export function OneBatch({ id, ...props }: OneProps) {
  const words = batchesWords
  const batch = useBatch(props, id)
  // The wallets that pay have names there.
  const balances = useBalances(props)
  const [asked, setAsked] = useState(false)
  // Started meanwhile, by another page or person, there is nothing to review.
  const reviewing = asked && batch.is === 'ready' && batch.value.status === 'DRAFT'
  useStepFocus(String(reviewing))
  const end = batch.is === 'ready' ? endOf(batch.value) : undefined
  useOnChange(end, () => end && announce(end))
  const title = batch.is === 'ready' ? batchName(batch.value) : words.title
  return (
    <>
      <Heading back="batches">{reviewing ? words.reviewTitle : <bdi>{title}</bdi>}</Heading>
      <Loaded of={batch}>
        {(known) =>
          reviewing ? (
            // Nothing is paid before its wallets are named.
            <Loaded of={balances}>
              {() => <ReviewBatch {...props} batch={known} onBack={() => setAsked(false)} onBegun={batch.reload} />}
            </Loaded>
          ) : (
            <div class="stack">
              <MayNotPay profile={props.profile} />
              {known.status === 'DRAFT' ? <Draft {...props} batch={known} /> : <Begun {...props} batch={known} />}
              <Deeds
                profileId={props.profile.id}
                view={props.view}
                batch={known}
                onReview={() => setAsked(true)}
                onDone={batch.reload}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

/** What is said when it ends, here or elsewhere: one text alone, as a second one would take the first one's place. */
function endOf(batch: Batch): string {
  if (batch.status === 'CANCELLED') return batchesWords.cancelled
  return isOver(batch) ? batchesWords.over : ''
}

type PartProps = ScreenProps & { batch: Batch }

function Draft({ batch, ...props }: PartProps) {
  const words = batchesWords
  const { view, settings } = props
  return (
    <>
      <Card>
        <p class="batch-head">
          <Sums sums={sumsOf(batch.report)} view={view} hidden={settings.hideConfidential} size="l" />
          <StatusTag batch={batch} />
        </p>
        <p class="soft">{words.payments(rowsIn(batch, 'WAITING'))}</p>
      </Card>
      <Report {...props} batch={batch} />
      <BatchRows {...props} batch={batch} />
    </>
  )
}

function Begun({ batch, ...props }: PartProps) {
  return (
    <>
      <Progress {...props} batch={batch} />
      <Results profileId={props.profile.id} batch={batch} />
      <BatchRows {...props} batch={batch} />
      <Report {...props} batch={batch} folded />
    </>
  )
}

const order: readonly RowStatus[] = ['SETTLED', 'PENDING', 'WAITING', 'FAILED', 'CANCELLED', 'INVALID']

function Progress({ batch, view, settings }: PartProps) {
  const words = batchesWords
  const { ended, of } = reachOf(batch)
  const known = order.flatMap((status) => batch.progress.find((each) => each.status === status && each.rows > 0) ?? [])
  return (
    <Card>
      <p class="batch-head">
        <strong>{words.reach(ended, of)}</strong>
        <StatusTag batch={batch} />
      </p>
      <progress class="batch-progress" max={Math.max(of, 1)} value={ended} aria-label={words.progress} />
      <Reason batch={batch} />
      <Facts
        facts={[
          ...known.map(({ status, rows, amounts }) => ({
            name: words.ofRows(words.rowStatuses[status], rows),
            value: <Sums sums={amounts} view={view} hidden={settings.hideConfidential} />,
          })),
          {
            name: words.started,
            value: batch.startedAt === null ? undefined : <Time at={batch.startedAt} as="moment" />,
          },
          { name: words.ended, value: batch.endedAt === null ? undefined : <Time at={batch.endedAt} as="moment" /> },
        ]}
      />
    </Card>
  )
}

/** Why the gateway has paused it. */
function Reason({ batch: { status, reason } }: { batch: Batch }) {
  const words = batchesWords
  if (status !== 'PAUSED' || reason === null) return null
  const { what, todo, lang } = pauseTextOf(reason)
  return (
    <Notice tone="danger" icon="warning" title={words.pausedBecause}>
      <p lang={lang}>{what}</p>
      {todo !== undefined && <p>{todo}</p>}
      {reason.row !== null && <p>{words.pausedAt(reason.row)}</p>}
    </Notice>
  )
}
