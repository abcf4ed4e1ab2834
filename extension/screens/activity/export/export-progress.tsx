import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { activityWords } from '../../../words/en/payments/activity.ts'
import type { Export } from './use-export.ts'

/** How far an export is, with a way to stop it; or why there is none. */
export function ExportProgress({ work, progress, stop }: Export) {
  if (work.failure !== undefined) return <Refused failure={work.failure} onRetry={work.run} />
  if (progress === undefined) return null
  return (
    <div class="export-progress">
      <p class="hint" role="status">
        {activityWords.exporting(progress.read, progress.total)}
      </p>
      <Button kind="quiet" onClick={stop}>
        {activityWords.exportStop}
      </Button>
    </div>
  )
}
