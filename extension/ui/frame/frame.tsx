import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Announcer } from '#shared/ui/kit/states/announcer.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import type { View } from '../../store/view.ts'
import { appWords, frameWords } from '../../words/en/app.ts'
import { useWaitingCount } from '../approvals/use-waiting-count.ts'
import { useNavigationFocus } from '../hooks/focus/use-navigation-focus.ts'
import { DropAnywhere } from '../notas/drop-anywhere.tsx'
import { Rejected } from '../obstacles/rejected.tsx'
import type { RouteName } from '../routes/route.ts'
import type { Surface } from '../routes/screen.ts'
import { FrameHeader } from './frame-header.tsx'
import { BottomBar, placeOf, SideNav } from './frame-nav.tsx'
import { Strip } from './strip.tsx'

export type FrameProps = {
  surface: Surface
  profile: Profile
  profiles: Profile[]
  route: RouteName
  view: View | null
  children: ComponentChildren
}

/** What stands around every screen: the network, the gateway, the way to all other screens. */
export function Frame({ surface, profile, profiles, route, view, children }: FrameProps) {
  useNavigationFocus()
  const waiting = useWaitingCount(profile, view)
  useTitle(appWords.nav[placeOf[route]])
  return (
    <div class={`frame frame-${surface === 'tab' ? 'tab' : 'popup'}`}>
      <button type="button" class="skip" onClick={skip}>
        {appWords.skip}
      </button>
      <Strip />
      <FrameHeader surface={surface} profile={profile} profiles={profiles} />
      {surface === 'tab' && <SideNav route={route} waiting={waiting} />}
      <main id="main" class="frame-main" tabIndex={-1}>
        {profile.state === 'rejected' && route !== 'connect' && <Rejected surface={surface} profile={profile} />}
        {children}
      </main>
      <BottomBar route={route} waiting={waiting} beside={surface !== 'tab'} />
      {surface !== 'popup' && <DropAnywhere profileId={profile.id} />}
      <Announcer />
    </div>
  )
}

/** The tab is called after its screen; never after what is on it, since the browser's history keeps titles. */
function useTitle(screen: string): void {
  useEffect(() => {
    document.title = frameWords.title(screen)
    return () => {
      document.title = appWords.name
    }
  }, [screen])
}

/** A link to `#main` would be another route. */
function skip(): void {
  document.getElementById('main')?.focus()
}
