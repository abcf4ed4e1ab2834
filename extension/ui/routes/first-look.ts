import { profiles } from '../../gateway/profiles.ts'
import { arrivals } from '../../store/arrivals.ts'
import { settings } from '../../store/settings.ts'
import { view } from '../../store/view.ts'
import { isOpen, stored } from '../../vault/state.ts'
import { beginNews } from '../arrivals/news.ts'

/** Everything that decides about the first picture, asked for at once and before anything is drawn. */
export async function firstLook() {
  const [vault, open, known, chosen, seen, heard] = await Promise.all([
    stored.get(),
    isOpen.get(),
    profiles.get(),
    settings.get(),
    view.get(),
    arrivals.get(),
  ])
  beginNews(heard)
  return { vault, open, known, chosen, seen }
}

export type FirstLook = Awaited<ReturnType<typeof firstLook>>
