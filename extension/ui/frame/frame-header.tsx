import { IconButton } from '#shared/ui/kit/buttons/icon-button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { ask } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { arrivals } from '../../store/arrivals.ts'
import { appWords, frameWords } from '../../words/en/app.ts'
import { useItem } from '../hooks/use-item.ts'
import { routeHash } from '../routes/route.ts'
import type { Surface } from '../routes/screen.ts'
import { ProfileName } from '../wallets/profile-name.tsx'
import { moveToTab } from './open-tab.ts'

type Props = { surface: Surface; profile: Profile; profiles: Profile[] }

/** Which gateway this is, another one where there are several, and the lock. */
export function FrameHeader({ surface, profile, profiles }: Props) {
  return (
    <header class="frame-header">
      {surface === 'tab' && (
        <a class="brand" href={routeHash('home')}>
          <img src="/icon/sotto.svg" alt="" width="28" height="28" />
          {appWords.name}
        </a>
      )}
      {profiles.length > 1 ? (
        <Switcher profile={profile} profiles={profiles} />
      ) : (
        <p class="gateway">
          <ProfileName profile={profile} />
        </p>
      )}
      {surface !== 'tab' && <IconButton icon="external" label={appWords.openTab} onClick={() => void moveToTab()} />}
      <IconButton icon="lock" label={appWords.lock} onClick={() => void ask('vault.lock', {})} />
    </header>
  )
}

const MENU = 'gateways'

function Switcher({ profile, profiles }: Omit<Props, 'surface'>) {
  const unseen = useItem(arrivals) ?? {}
  const choose = async (profileId: string) => {
    document.getElementById(MENU)?.hidePopover()
    if (profileId !== profile.id) await ask('profile.select', { profileId })
  }
  return (
    <>
      <button
        type="button"
        class="gateway gateway-button"
        popoverTarget={MENU}
        aria-label={frameWords.switchFrom(profile.name)}
      >
        <ProfileName profile={profile} />
        <Icon name="down" />
      </button>
      <div id={MENU} popover="auto" class="menu menu-gateways">
        <ul aria-label={appWords.gateways}>
          {profiles.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                class="menu-item"
                aria-current={each.id === profile.id ? 'true' : undefined}
                onClick={() => void choose(each.id)}
              >
                <ProfileName profile={each} withOrigin />
                <Unseen count={unseen[each.id]?.unseen.length ?? 0} />
                {each.id === profile.id && <Icon name="check" />}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** What came in at a gateway that is not on screen; at the one that is, it is seen. */
function Unseen({ count }: { count: number }) {
  return count === 0 ? null : <Tag tone="accent">{frameWords.unseen(count)}</Tag>
}
