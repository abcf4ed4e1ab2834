import { useEffect, useRef, useState } from 'preact/hooks'
import type { Wallet } from '#shared/model/wallet.ts'
import { announce } from '#shared/ui/kit/announcements.ts'
import { Button } from '#shared/ui/kit/button.tsx'
import { Refused } from '#shared/ui/kit/refused.tsx'
import { useAction } from '#shared/ui/kit/use-action.ts'
import { read } from '../../background/ask.ts'
import { download, fileName } from '../../ui/download.ts'
import * as words from '../../words/en.ts'
import { csvOf } from './csv.ts'
import { collectAll } from './export.ts'
import { type Filters, queryOf } from './filters.ts'
import { EXPORT_PAGE_SIZE } from './model.ts'

export type ExportButtonProps = { profileId: string; filters: Filters; wallets: readonly Wallet[] }

/** All rows that match, as a file for a spreadsheet. A long one takes its time, and can be stopped. */
export function ExportButton({ profileId, filters, wallets }: ExportButtonProps) {
  const [progress, setProgress] = useState<{ read: number; total: number }>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const work = useAction(async () => {
    const mine = new AbortController()
    const { signal } = mine
    running.current = mine
    const query = queryOf(filters)
    try {
      const rows = await collectAll({
        readPage: async (page) => {
          signal.throwIfAborted()
          return read(profileId, 'listTransactions', { ...query, page, pageSize: EXPORT_PAGE_SIZE })
        },
        sleep: (ms) => sleep(ms, signal),
        onRead: (count, total) => setProgress({ read: count, total }),
      })
      const day = new Date().toISOString().slice(0, 10)
      download(fileName(words.activity.fileName(day), 'csv'), csvOf(rows, wallets), 'text/csv')
      announce(words.activity.exported(rows.length))
    } catch (error) {
      // Stopped by the person: there is nothing to say.
      if (!signal.aborted) throw error
    } finally {
      setProgress(undefined)
    }
  })
  return (
    <div class="export">
      <Button icon="download" busy={work.busy} onClick={work.run}>
        {words.activity.export}
      </Button>
      {progress !== undefined && (
        <>
          <p class="hint" role="status">
            {words.activity.exporting(progress.read, progress.total)}
          </p>
          <Button kind="quiet" onClick={() => running.current?.abort()}>
            {words.activity.exportStop}
          </Button>
        </>
      )}
      {work.failure !== undefined && <Refused failure={work.failure} onRetry={work.run} />}
    </div>
  )
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
