import { useEffect, useRef, useState } from 'preact/hooks'
import type { Wallet } from '#shared/model/wallet.ts'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { type Action, useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { read } from '../../../background/ask.ts'
import type { CardName } from '../../../store/sealed/notas.ts'
import { fileName } from '../../../ui/notas/file-name.ts'
import { sleep } from '../../../ui/reads/patience.ts'
import { activityWords } from '../../../words/en/payments/activity.ts'
import { type Filters, queryOf } from '../filters.ts'
import { EXPORT_PAGE_SIZE } from '../model.ts'
import { sought } from '../search.ts'
import { csvOf } from './csv.ts'
import { collectAll } from './export.ts'

export type Export = {
  work: Action
  /** How far it is, while it is under way. */
  progress: { read: number; total: number } | undefined
  stop: () => void
}

/** All rows that match, as a file for a spreadsheet. A long one takes its time, and can be stopped. */
export function useExport(
  profileId: string,
  filters: Filters,
  wallets: readonly Wallet[],
  names: readonly CardName[],
): Export {
  const [progress, setProgress] = useState<Export['progress']>()
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => stop, [])

  const work = useAction(async () => {
    const mine = new AbortController()
    running.current = mine
    const { signal } = mine
    const query = queryOf(filters)
    try {
      const all = await collectAll({
        readPage: async (page) => {
          signal.throwIfAborted()
          return read(profileId, 'listTransactions', { ...query, page, pageSize: EXPORT_PAGE_SIZE })
        },
        sleep: (ms) => sleep(ms, signal),
        onRead: (count, total) => setProgress({ read: count, total }),
      })
      const rows = sought(all, filters.search, names)
      const day = new Date().toISOString().slice(0, 10)
      saveFile(fileName(activityWords.fileName(day), 'csv'), csvOf(rows, wallets, names), 'text/csv')
      announce(activityWords.exported(rows.length))
    } catch (error) {
      // Stopped by the person: there is nothing to say.
      if (!signal.aborted) throw error
    } finally {
      setProgress(undefined)
    }
  })
  return { work, progress, stop }
}
