import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { arrivals, type Heard } from '../../store/arrivals.ts'
import { newsWords } from '../../words/en/app.ts'

type Heards = Record<string, Heard>

/** IDs of payments that came in and were not seen yet, as long as this page is open: the worker counts what is on screen as seen. */
let news: ReadonlySet<string> = new Set()
/** As it was when the page last looked. */
let before: Heards = {}

const NewsContext = createContext(news)
export const News = NewsContext.Provider

/** Called once, with what was stored before the worker learned of this page. */
export function beginNews(first: Heards): void {
  before = first
  news = new Set(Object.values(first).flatMap(({ unseen }) => unseen))
}

/** What is new; says aloud what comes in. `opened` is the payment on screen, which is seen by that. */
export function useNews(opened: string | null): ReadonlySet<string> {
  const [known, setKnown] = useState(news)
  const change = (next: ReadonlySet<string>) => {
    news = next
    setKnown(next)
  }
  useEffect(
    () =>
      arrivals.watch((now) => {
        const came = cameIn(before, now)
        before = now
        if (came.length === 0) return
        change(new Set([...news, ...came]))
        announce(newsWords.came(came.length))
      }),
    [],
  )
  useEffect(() => {
    if (opened !== null && news.has(opened)) change(new Set([...news].filter((id) => id !== opened)))
  }, [opened])
  return known
}

/** Whether this payment came in and was not looked at yet. */
export function useIsNew(id: string): boolean {
  return useContext(NewsContext).has(id)
}

/** What came in between two looks. Of a gateway that is looked at for the first time, nothing is news. */
export function cameIn(earlier: Heards, now: Heards): string[] {
  return Object.entries(now).flatMap(([profileId, { known }]) => {
    const then = earlier[profileId]?.known
    return then === undefined ? [] : Object.keys(known).filter((id) => !Object.hasOwn(then, id))
  })
}
