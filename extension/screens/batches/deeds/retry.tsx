import type { Batch } from '#shared/model/batch.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { payBatch } from '../../../background/ask.ts'
import type { ScreenProps } from '../../../ui/routes/screen.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { rowsIn } from '../model.ts'
import { Meant, useMeant } from './meant.tsx'
import { Paid } from './paid.tsx'
import { retryableOf } from './retryable.ts'

type RetryProps = Pick<ScreenProps, 'view'> & {
  profileId: string
  batch: Batch
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Pays the failed rows again, once it has shown how many they are and what they come to. */
export function Retry({ profileId, batch, view, onDone, onClose }: RetryProps) {
  const words = batchesWords
  const { id } = batch
  // A row that was retried stays failed, so that the failed rows are asked for one by one, and anew where others came.
  const failed = useLoad(
    (signal) => retryableOf(profileId, id, signal),
    [profileId, id, rowsIn(batch, 'FAILED'), batch.rows],
  )
  const { elsewhere, submit } = useMeant(async (meant) => {
    const { rows } = (await payBatch(profileId, 'retryBatch', { id, ...meant })).batch
    announce(rows > batch.rows ? words.retried(rows - batch.rows) : words.nothingToRetry)
  })
  return (
    <Dialog
      title={words.retryTitle}
      action={words.retry}
      off={failed.is !== 'ready' || failed.value.rows === 0}
      // Also after a failure: the screen shows the gateway's state.
      onSubmit={() => submit().finally(onDone)}
      onClose={onClose}
    >
      <p>{words.retryAbout}</p>
      <Loaded of={failed} empty={({ rows }) => rows === 0} whenEmpty={<p>{words.nothingToRetry}</p>}>
        {({ rows, sums }) => <Paid name={words.failedNow} rows={rows} sums={sums} view={view} />}
      </Loaded>
      <Meant elsewhere={elsewhere} />
    </Dialog>
  )
}
