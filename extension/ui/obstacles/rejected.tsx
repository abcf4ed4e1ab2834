import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { appWords } from '../../words/en/app.ts'
import { problemWords } from '../../words/en/problems.ts'
import { goInTab } from '../frame/open-tab.ts'
import type { Surface } from '../routes/screen.ts'

/** Tells that the gateway does not know the key any more, or that there is none yet, and offers the way back. */
export function Rejected({ surface, profile }: { surface: Surface; profile: Profile }) {
  return (
    <div class="banner" role="alert">
      <Icon name="key" />
      <p>{profile.key.id === '' ? problemWords.no_key : appWords.rejected}</p>
      <Button onClick={() => goInTab(surface, 'connect', { reconnect: profile.id })}>{appWords.reconnect}</Button>
    </div>
  )
}
