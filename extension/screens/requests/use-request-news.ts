import { requestNews } from '../../store/request-news.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { usePolling } from '../../ui/hooks/use-polling.ts'
import { useOnChange } from '../../ui/live/use-on-change.ts'

/** Reads anew whenever the worker hears that something happened to a request, and now and then where it cannot hear it. */
export function useRequestNews(profileId: string, reload: () => Promise<unknown>, polled = true): void {
  const news = useItem(requestNews)
  const sign = news === undefined ? undefined : news?.profileId === profileId ? `${news.id} ${news.at}` : ''
  useOnChange(sign, reload)
  usePolling(reload, polled, [profileId])
}
