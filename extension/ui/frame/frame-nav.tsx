import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { appWords, frameWords } from '../../words/en/app.ts'
import { followed, type RouteName, routeHash } from '../routes/route.ts'
import { openTab } from './open-tab.ts'

type Place = keyof typeof appWords.nav

const icons: Record<Place, IconName> = {
  home: 'home',
  send: 'send',
  receive: 'receive',
  activity: 'activity',
  wallets: 'wallet',
  contacts: 'person',
  notas: 'receipt',
  sites: 'link',
  security: 'shield',
  settings: 'settings',
}

/** In which place of the navigation a screen stands. */
export const placeOf: Record<RouteName, Place> = {
  home: 'home',
  send: 'send',
  pay: 'send',
  receive: 'receive',
  requests: 'receive',
  fund: 'home',
  mint: 'home',
  redeem: 'home',
  payment: 'activity',
  transaction: 'activity',
  activity: 'activity',
  wallets: 'wallets',
  wallet: 'wallets',
  contacts: 'contacts',
  notas: 'notas',
  sites: 'sites',
  security: 'security',
  settings: 'settings',
  connect: 'settings',
}

const quick: Place[] = ['home', 'send', 'receive', 'activity']
const further: Place[] = ['wallets', 'contacts', 'notas', 'sites', 'security', 'settings']

/** Navigation of the dashboard where it is wide: every place at once. */
export function SideNav({ route }: { route: RouteName }) {
  return (
    <nav class="side-nav" aria-label={frameWords.navigation}>
      <ul>
        {[...quick, ...further].map((place) => (
          <li key={place}>
            <PlaceLink place={place} here={placeOf[route] === place} class="side-link" />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const MENU = 'further'

/** Navigation of the popup, the panel and a narrow tab: four places, and the rest behind a button. */
export function BottomBar({ route, beside }: { route: RouteName; beside: boolean }) {
  const here = placeOf[route]
  return (
    <nav class="bottom-bar" aria-label={frameWords.navigation}>
      <ul>
        {quick.map((place) => (
          <li key={place}>
            <PlaceLink place={place} here={here === place} class="bottom-link" />
          </li>
        ))}
        <li>
          <button
            type="button"
            class="bottom-link"
            popoverTarget={MENU}
            data-here={further.includes(here) ? 'true' : undefined}
          >
            <Icon name="more" />
            {appWords.menu}
          </button>
        </li>
      </ul>
      <div id={MENU} popover="auto" class="menu menu-further">
        <ul>
          {further.map((place) => (
            <li key={place}>
              <PlaceLink place={place} here={here === place} class="menu-item" beside={beside} />
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

type PlaceLinkProps = {
  place: Place
  here: boolean
  class: string
  /** In a popup or a panel. */
  beside?: boolean
}

function PlaceLink({ place, here, class: className, beside = false }: PlaceLinkProps) {
  // A sign-in does not survive a page that closes, so Security is a tab.
  const leaves = beside && place === 'security'
  const press = (event: Event) => {
    document.getElementById(MENU)?.hidePopover()
    if (!leaves) return followed(routeHash(place))
    event.preventDefault()
    void openTab(place).then(() => window.close())
  }
  return (
    <a class={className} href={routeHash(place)} aria-current={here ? 'page' : undefined} onClick={press}>
      <Icon name={icons[place]} />
      {appWords.nav[place]}
      {leaves && <Icon name="external" class="menu-leaves" />}
    </a>
  )
}
