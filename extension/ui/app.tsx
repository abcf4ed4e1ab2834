import { useEffect } from 'preact/hooks'
import { profiles } from '../gateway/profiles.ts'
import { Lock } from '../screens/lock/screen.tsx'
import { Welcome } from '../screens/welcome/screen.tsx'
import { settings } from '../store/settings.ts'
import { view } from '../store/view.ts'
import { stored, unlocked } from '../vault/state.ts'
import { Frame } from './frame.tsx'
import { Lazy } from './lazy.tsx'
import { useRoute } from './route.ts'
import type { Surface } from './screen.ts'
import { home as Home, screens } from './screens.ts'
import { useItem } from './use-item.ts'
import { usePresence } from './use-presence.ts'
import { useStage } from './use-stage.ts'

/** The whole wallet: which of its screens is due follows from what is stored and from the address. */
export function App({ surface }: { surface: Surface }) {
  const vault = useItem(stored)
  const open = useItem(unlocked)
  const known = useItem(profiles)
  const chosen = useItem(settings)
  const seen = useItem(view)
  const route = useRoute()
  usePresence(open !== undefined && open !== null)
  useEffect(() => {
    if (chosen !== undefined) document.documentElement.dataset.appearance = chosen.appearance
  }, [chosen?.appearance])

  const profile = known?.list.find(({ id }) => id === known.active)
  const there = vault !== undefined && open !== undefined && known !== undefined
  const { stage, endWelcome } = useStage(
    there
      ? { vault: vault !== null, open: open !== null, connected: profile !== undefined, tab: surface === 'tab' }
      : undefined,
  )

  if (stage === undefined || chosen === undefined || seen === undefined) return null
  if (stage === 'lock') return <Lock surface={surface} damaged={vault === 'damaged'} />
  if (stage === 'welcome' || profile === undefined || known === undefined)
    return <Welcome surface={surface} hasVault={vault !== null} profile={profile} onDone={endWelcome} />

  const props = {
    surface,
    profile,
    params: route.params,
    settings: chosen,
    view: seen?.profileId === profile.id ? seen : null,
  }
  return (
    <Frame surface={surface} profile={profile} profiles={known.list} route={route.name}>
      {route.name === 'home' ? (
        <Home key={profile.id} {...props} />
      ) : (
        // Another gateway, or another thing on the same screen, begins the screen anew.
        <Lazy key={`${profile.id} ${route.name} ${route.params}`} load={screens[route.name]} props={props} />
      )}
    </Frame>
  )
}
