import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Transaction } from '#shared/model/transaction.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { arrivals, type Heard } from '../../store/arrivals.ts'
import { view } from '../../store/view.ts'
import { newsWords } from '../../words/en/app.ts'

type Heards = Record<string, Heard>

/**
 * IDs of payments that came in and were not seen yet, as long as this page is open: the worker counts what is on screen as
 * seen.
 */
let news: ReadonlySet<string> = new Set()
/** As it was when the page last looked. */
let before: Heards = {}

const NewsContext = createContext(news)
export const News = NewsContext.Provider

/** Called once, with the news stored before the worker learned of this page. */
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
        const earlier = before
        before = now
        void view.get().then((shown) => {
          const came = cameIn(earlier, now, shown)
          if (came.length === 0) return
          change(new Set([...news, ...came]))
          announce(newsWords.came(came.length))
        })
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

type Shown = { profileId: string; transactions: { list: readonly Paid[] } | null } | null
type Paid = Pick<Transaction, 'id' | 'type' | 'txHash'>

/**
 * What came in between two looks. Of a gateway that is looked at for the first time, nothing is news; nor is what a wallet
 * of the account paid itself. The worker leaves that out of `unseen`; of the gateway on screen, where nothing is unseen, the
 * rows say it, which the worker keeps before it notes what came.
 */
export function cameIn(earlier: Heards, now: Heards, shown: Shown): string[] {
  const rows = shown?.transactions?.list ?? []
  const paid = new Set(rows.flatMap(({ type, txHash }) => (type === 'TRANSFER' && txHash !== null ? [txHash] : [])))
  const own = new Set(rows.flatMap(({ id, txHash }) => (txHash !== null && paid.has(txHash) ? [id] : [])))
  return Object.entries(now).flatMap(([profileId, { known, unseen }]) => {
    const then = earlier[profileId]?.known
    if (then === undefined) return []
    const isNews = (id: string) =>
      shown === null || shown.profileId === profileId ? !own.has(id) : unseen.includes(id)
    return Object.keys(known).filter((id) => !Object.hasOwn(then, id) && isNews(id))
  })
}
