import { useState } from 'preact/hooks'
import type { Batch } from '#shared/model/batch.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { kitWords } from '#shared/ui/words/kit.ts'
import { payBatch, write } from '../../../background/ask.ts'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { type Deed, deedsOf } from '../model.ts'
import { Meant, useMeant } from './meant.tsx'
import { Paid } from './paid.tsx'
import { Retry } from './retry.tsx'

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
    // Also after a failure: the screen shows the gateway's state.
    await write(profileId, 'pauseBatch', { id }).finally(onDone)
    announce(words.paused)
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
  const asked = { profileId, view, batch, onDone, onClose: () => setAsking(undefined) }
  return (
    <>
      {pause.failure !== undefined && <Refused failure={pause.failure} />}
      {/* Once money moves, its end is no button beside the others. */}
      {!isDraft && deeds.includes('cancel') && <div class="buttons">{buttons.cancel}</div>}
      {foot.length > 0 && <div class="buttons buttons-foot">{foot.map((deed) => buttons[deed])}</div>}
      {asking === 'retry' && <Retry {...asked} />}
      {(asking === 'cancel' || asking === 'resume') && <Asked asking={asking} {...asked} />}
    </>
  )
}

type AskedProps = Omit<DeedsProps, 'onReview'> & { asking: Exclude<Asking, 'retry'>; onClose: () => void }

function Asked({ asking, profileId, view, batch, onDone, onClose }: AskedProps) {
  const words = batchesWords
  const { id } = batch
  const isDraft = batch.status === 'DRAFT'
  const { elsewhere, submit } = useMeant(async (meant) => {
    await payBatch(profileId, 'resumeBatch', { id, ...meant })
    announce(words.resumed)
  })
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
      run: submit,
    },
  }[asking]
  return (
    <Dialog
      title={asked.title}
      action={asked.action}
      kind={asking === 'cancel' ? 'danger' : 'main'}
      cancel={asking === 'cancel' ? kitWords.close : kitWords.cancel}
      // Also after a failure: the screen shows the gateway's state.
      onSubmit={() => asked.run().finally(onDone)}
      onClose={onClose}
    >
      <p>{asked.about}</p>
      {asking === 'resume' && <Waiting batch={batch} view={view} />}
      <Meant elsewhere={elsewhere} />
    </Dialog>
  )
}

function Waiting({ batch, view }: Pick<DeedsProps, 'batch' | 'view'>) {
  const waiting = batch.progress.find(({ status }) => status === 'WAITING')
  return waiting === undefined ? null : (
    <Paid name={batchesWords.waitingNow} rows={waiting.rows} sums={waiting.amounts} view={view} />
  )
}
