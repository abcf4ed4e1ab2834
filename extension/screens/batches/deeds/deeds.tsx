import { useState } from 'preact/hooks'
import type { Batch } from '#shared/model/batch.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { payBatch, write } from '../../../background/ask.ts'
import { Facts } from '../../../ui/parts/facts.tsx'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { type Deed, deedsOf, type Sum } from '../model.ts'
import { Sums } from '../sums.tsx'
import { retryableOf } from './retryable.ts'

type DeedsProps = Pick<ScreenProps, 'view'> & {
  profileId: string
  batch: Batch
  onReview: () => void
  onDone: () => Promise<unknown>
}
type Asking = Extract<Deed, 'cancel' | 'resume' | 'retry'>

/** What can be done with a batch. What makes it pay is asked once more, with what is paid. */
export function Deeds({ profileId, view, batch, onReview, onDone }: DeedsProps) {
  const words = batchesWords
  const [asking, setAsking] = useState<Asking>()
  const { id } = batch
  const pause = useAction(async () => {
    await write(profileId, 'pauseBatch', { id })
    announce(words.paused)
    await onDone()
  })
  const deeds = deedsOf(batch)
  if (deeds.length === 0) return null
  const isDraft = batch.status === 'DRAFT'
  const foot = deeds.filter((deed) => isDraft || deed !== 'cancel')
  const buttons = {
    cancel: (
      <Button key="cancel" kind="quiet-danger" onClick={() => setAsking('cancel')}>
        {isDraft ? words.discard : words.cancel}
      </Button>
    ),
    retry: (
      <Button key="retry" icon="refresh" onClick={() => setAsking('retry')}>
        {words.retry}
      </Button>
    ),
    pause: (
      <Button key="pause" kind="main" busy={pause.busy} onClick={pause.run}>
        {words.pause}
      </Button>
    ),
    resume: (
      <Button key="resume" kind="main" onClick={() => setAsking('resume')}>
        {words.resume}
      </Button>
    ),
    start: (
      <Button key="start" kind="main" onClick={onReview}>
        {words.review}
      </Button>
    ),
  } satisfies Record<Deed, unknown>
  return (
    <>
      {pause.failure !== undefined && <Refused failure={pause.failure} />}
      {/* Once money moves, its end is no button beside the others. */}
      {!isDraft && deeds.includes('cancel') && <div class="buttons">{buttons.cancel}</div>}
      {foot.length > 0 && <div class="buttons buttons-foot">{foot.map((deed) => buttons[deed])}</div>}
      {asking !== undefined && (
        <Asked
          asking={asking}
          profileId={profileId}
          view={view}
          batch={batch}
          onDone={onDone}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

type AskedProps = Omit<DeedsProps, 'onReview'> & { asking: Asking; onClose: () => void }

function Asked({ asking, profileId, view, batch, onDone, onClose }: AskedProps) {
  const words = batchesWords
  const { id } = batch
  const isDraft = batch.status === 'DRAFT'
  const asked = {
    cancel: {
      title: isDraft ? words.discardTitle : words.cancelTitle,
      about: isDraft ? words.discardAbout : words.cancelAbout,
      action: isDraft ? words.discard : words.cancel,
      run: () => write(profileId, 'cancelBatch', { id }),
    },
    resume: {
      title: words.resumeTitle,
      about: words.reviewAbout,
      action: words.resume,
      async run() {
        await payBatch(profileId, 'resumeBatch', { id })
        announce(words.resumed)
      },
    },
    retry: {
      title: words.retryTitle,
      about: words.retryAbout,
      action: words.retry,
      async run() {
        const { rows } = (await payBatch(profileId, 'retryBatch', { id })).batch
        announce(rows > batch.rows ? words.retried(rows - batch.rows) : words.nothingToRetry)
      },
    },
  }[asking]
  return (
    <Dialog
      title={asked.title}
      action={asked.action}
      kind={asking === 'cancel' ? 'danger' : 'main'}
      // Also after a failure: the screen shows the gateway's state.
      onSubmit={() => asked.run().finally(onDone)}
      onClose={onClose}
    >
      <p>{asked.about}</p>
      {asking === 'resume' && <Waiting batch={batch} view={view} />}
      {asking === 'retry' && <Retryable profileId={profileId} batch={batch} view={view} />}
    </Dialog>
  )
}

/** The rows that are paid by it: the decider sees them, even if amounts are hidden elsewhere. */
function Waiting({ batch, view }: Pick<DeedsProps, 'batch' | 'view'>) {
  const waiting = batch.progress.find(({ status }) => status === 'WAITING')
  return waiting === undefined ? null : (
    <Paid name={batchesWords.waitingNow} rows={waiting.rows} sums={waiting.amounts} view={view} />
  )
}

/** A row that was retried stays failed, so that the failed rows are asked for one by one. */
function Retryable({ profileId, batch: { id }, view }: Pick<DeedsProps, 'profileId' | 'batch' | 'view'>) {
  const words = batchesWords
  const failed = useLoad(() => retryableOf(profileId, id), [profileId, id])
  return (
    <Loaded of={failed} empty={({ rows }) => rows === 0} whenEmpty={<p>{words.nothingToRetry}</p>}>
      {({ rows, sums }) => <Paid name={words.failedNow} rows={rows} sums={sums} view={view} />}
    </Loaded>
  )
}

type PaidProps = Pick<DeedsProps, 'view'> & { name: string; rows: number; sums: readonly Sum[] }

function Paid({ name, rows, sums, view }: PaidProps) {
  const words = batchesWords
  return (
    <Facts
      facts={[
        { name, value: words.payments(rows) },
        { name: words.sum, value: <Sums sums={sums} view={view} hidden={false} /> },
      ]}
    />
  )
}
