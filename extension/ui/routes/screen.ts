import type { Profile } from '../../gateway/profiles.ts'
import type { Settings } from '../../store/settings.ts'
import type { View } from '../../store/view.ts'

/**
 * `popup` is 384 × 600 and closes at any click beside it; `panel` is the browser's side panel, as wide as the person likes
 * and open until it is closed; `tab` is the dashboard, up to 960 px.
 */
export type Surface = 'popup' | 'panel' | 'tab'

/** What every screen of an unlocked, connected wallet gets. */
export type ScreenProps = {
  surface: Surface
  profile: Profile
  params: URLSearchParams
  settings: Settings
  /** The last answers of this gateway; null until the first answer ever. */
  view: View | null
}
