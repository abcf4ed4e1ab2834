import { requestNews } from '../../store/request-news.ts'
import { leanTransaction } from '../../store/room.ts'
import { forgetTransaction, keepTransactions } from '../../store/sealed/activity.ts'
import type { View } from '../../store/view.ts'
import { dataKey } from '../../vault/vault.ts'
import { noteArrivals, removeArrival } from '../arrivals/note.ts'
import type { LiveEvent } from './live-events.ts'
import { withNewest, withoutGone } from './newest.ts'
import { afterRefresh, keep, NEWEST, refresh, refreshBalances, show, viewOf } from './refresh.ts'

/** What an event of a gateway changes in what is shown of it. */
export async function takeEvent(profileId: string, { event, data }: LiveEvent): Promise<void> {
  // An answer that is under way is older than what the stream says, and must not come after it.
  await afterRefresh(profileId)
  switch (event) {
    case 'ready':
      if (!data.resumed) await refresh(profileId, true)
      return
    case 'transaction': {
      const row = leanTransaction(data)
      const key = await dataKey(Date.now())
      const before = (await viewOf(profileId))?.transactions
      await changeNewest(profileId, (page) => withNewest(page, row, NEWEST))
      await keep(() => keepTransactions(key, profileId, [row]))
      return keep(() => noteArrivals(profileId, [row], before?.list))
    }
    case 'removed':
      await changeNewest(profileId, (page) => withoutGone(page, data.id))
      await keep(() => forgetTransaction(profileId, data.id))
      return keep(() => removeArrival(profileId, data.id))
    case 'request.received':
    case 'request.paid':
    case 'request.expired':
      return requestNews.set({ profileId, id: data.id, at: Date.now() })
    case 'balance':
      balancesSoon(profileId)
  }
}

type Page = NonNullable<View['transactions']>

async function changeNewest(profileId: string, how: (page: Page) => Page): Promise<void> {
  const page = (await viewOf(profileId))?.transactions
  if (page != null) await show(profileId, { transactions: how(page) })
}

/** A payment changes the balances of two wallets at a time, and several blocks may come at once: they are read together. */
const TOGETHER_MS = 1_500
const due = new Set<string>()

function balancesSoon(profileId: string): void {
  if (due.has(profileId)) return
  due.add(profileId)
  setTimeout(() => {
    due.delete(profileId)
    void refreshBalances(profileId).catch(() => undefined)
  }, TOGETHER_MS)
}
