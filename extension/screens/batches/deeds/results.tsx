import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Batch } from '#shared/model/batch.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { read } from '../../../background/ask.ts'
import { batchesWords } from '../../../words/en/batches/batches.ts'
import { resultName } from '../model.ts'

/** What became of every row, as files. */
export function Results({ profileId, batch }: { profileId: string; batch: Batch }) {
  const words = batchesWords
  const { id } = batch
  const csv = useAction(async () => {
    saveFile(`${resultName(batch)}.csv`, await read(profileId, 'batchResult', { id }), 'text/csv')
    announce(words.downloaded)
  })
  const pain002 = useAction(async () => {
    saveFile(`${resultName(batch)}.xml`, await read(profileId, 'batchReportXml', { id }), 'application/xml')
    announce(words.downloaded)
  })
  const [collected, setCollected] = useState<{ done: number; of: number }>()
  // Who leaves the screen does not wait for it any more.
  const left = useMemo(() => new AbortController(), [])
  useEffect(() => () => left.abort(), [left])
  const zip = useAction(async () => {
    const { bundleOf } = await import('./bundle.ts')
    const progress = (done: number, of: number) => setCollected({ done, of })
    const bundle = await bundleOf(profileId, batch, progress, left.signal).finally(() => setCollected(undefined))
    saveFile(`${resultName(batch)}.zip`, bundle.zip, 'application/zip')
    announce(bundle.missing === 0 ? words.downloaded : words.downloadedWithout(bundle.missing))
  })
  const failure = csv.failure ?? pain002.failure ?? zip.failure
  return (
    <Section title={words.results} about={words.resultsAbout}>
      <div class="buttons">
        <Button icon="download" busy={csv.busy} onClick={csv.run}>
          {words.csv}
        </Button>
        <Button icon="download" busy={pain002.busy} onClick={pain002.run}>
          {words.pain002}
        </Button>
        <Button icon="download" busy={zip.busy} onClick={zip.run}>
          {words.zip}
        </Button>
      </div>
      {collected !== undefined && <p class="hint">{words.collected(collected.done, collected.of)}</p>}
      {failure !== undefined && <Refused failure={failure} />}
    </Section>
  )
}
