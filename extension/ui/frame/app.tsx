import { useLayoutEffect } from 'preact/hooks'
import { profiles } from '../../gateway/profiles.ts'
import { Lock } from '../../screens/lock/screen.tsx'
import { Welcome } from '../../screens/welcome/screen.tsx'
import { settings } from '../../store/settings.ts'
import { view } from '../../store/view.ts'
import { isOpen, stored } from '../../vault/state.ts'
import { News, useNews } from '../arrivals/news.ts'
import { useItem } from '../hooks/use-item.ts'
import { usePresence } from '../hooks/use-presence.ts'
import { useSurface } from '../live/use-surface.ts'
import { Lazy } from '../parts/lazy.tsx'
import type { FirstLook } from '../routes/first-look.ts'
import { useRoute } from '../routes/route.ts'
import type { Surface } from '../routes/screen.ts'
import { home as Home, screens } from '../routes/screens.ts'
import { useUnlessHeld } from '../routes/use-unless-held.ts'
import { Frame } from './frame.tsx'
import { useStage } from './use-stage.ts'

/** The whole wallet: which of its screens is due follows from what is stored and from the address. */
export function App({ surface, first }: { surface: Surface; first: FirstLook }) {
  const vault = useItem(stored, first.vault)
  const open = useItem(isOpen, first.open)
  const known = useItem(profiles, first.known)
  const chosen = useItem(settings, first.chosen)
  const seen = useItem(view, first.seen)
  const route = useRoute()
  usePresence(open)
  useSurface()
  const news = useNews(route.name === 'transaction' ? route.params.get('id') : null)
  // Before anything is painted, so that nothing flashes.
  useLayoutEffect(() => {
    document.documentElement.dataset.appearance = chosen.appearance
  }, [chosen.appearance])

  // Another page may turn to another gateway: a secret that is shown here once stays.
  const profile = useUnlessHeld(known.list.find(({ id }) => id === known.active))
  const { stage, endWelcome } = useStage({
    vault: vault !== null,
    open,
    connected: profile !== undefined,
    tab: surface === 'tab',
  })

  if (stage === 'lock')
    return <Lock surface={surface} damaged={vault === 'damaged'} connected={known.list.length > 0} />
  if (stage === 'welcome' || profile === undefined)
    return <Welcome surface={surface} hasVault={vault !== null} profile={profile} onDone={endWelcome} />

  const props = {
    surface,
    profile,
    params: route.params,
    settings: chosen,
    view: seen?.profileId === profile.id ? seen : null,
  }
  return (
    <News value={news}>
      <Frame surface={surface} profile={profile} profiles={known.list} route={route.name} view={props.view}>
        {route.name === 'home' ? (
          <Home key={profile.id} {...props} />
        ) : (
          // Another gateway, another thing on the same screen, or the same once more begins the screen anew.
          <Lazy
            key={`${profile.id} ${route.name} ${route.params} ${route.visit}`}
            load={screens[route.name]}
            props={props}
          />
        )}
      </Frame>
    </News>
  )
}
