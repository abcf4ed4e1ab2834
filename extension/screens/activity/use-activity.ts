import { useRef, useState } from 'preact/hooks'
import { type Action, useAction } from '#shared/ui/kit/buttons/use-action.ts'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { type Filters, queryOf } from './filters.ts'
import { hasMore, PAGE_SIZE, type Pages, withPage } from './model.ts'

export type ActivityList = {
  first: Load<unknown>
  /** As far as they were read; undefined until there is an answer for these filters. */
  pages: Pages | undefined
  more: Action
}

/** The transactions that match, page by page; the newest page is read again and again while it is looked at. */
export function useActivity(profileId: string, filters: Filters): ActivityList {
  const query = queryOf(filters)
  const key = JSON.stringify([profileId, query])
  const [known, setKnown] = useState<{ key: string; pages?: Pages }>({ key })
  const pages = known.key === key ? known.pages : undefined

  const newest = useRef(key)
  newest.current = key
  const take = async (page: number) => {
    const answer = await read(profileId, 'listTransactions', { ...query, page, pageSize: PAGE_SIZE })
    // An answer for other filters may come after the one for these.
    if (newest.current !== key) return
    setKnown((before) => ({ key, pages: withPage(before.key === key ? before.pages : undefined, page, answer) }))
  }
  const first = useLive(
    () => take(1),
    () => true,
    key,
  )
  const more = useAction(async () => {
    if (pages !== undefined && hasMore(pages)) await take(pages.read + 1)
  })
  return { first, pages, more }
}
