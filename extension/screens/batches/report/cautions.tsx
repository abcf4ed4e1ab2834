import type { Batch } from '#shared/model/batch.ts'
import { Notice } from '../../../ui/parts/notice.tsx'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { type Caution, cautionsOf } from '../model.ts'

/** With these the batch does not begin, or does not come to its end by itself. */
const stops: readonly Caution[] = ['nothing', 'uncovered', 'gas', 'denied']

/** What to be careful of, before anything else of a draft. */
export function Cautions({ batch }: { batch: Batch }) {
  const words = batchesWords
  return (
    <>
      {cautionsOf(batch).map(({ caution, count }) => {
        const tone = stops.includes(caution)
          ? 'danger'
          : caution === 'unknown' || caution === 'waits'
            ? 'plain'
            : 'warn'
        return (
          <Notice
            key={caution}
            tone={tone}
            icon={tone === 'plain' ? 'info' : 'warning'}
            title={words.cautions[caution](count)}
          >
            {words.cautionsAbout[caution]}
          </Notice>
        )
      })}
    </>
  )
}
