import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { appWords, frameWords } from '../../words/en/app.ts'
import { followed, type RouteName, routeHash } from '../routes/route.ts'
import { openTab } from './open-tab.ts'

type Place = keyof typeof appWords.nav

const icons: Record<Place, IconName> = {
  home: 'home',
  send: 'send',
  receive: 'receive',
  activity: 'activity',
  approvals: 'shield-check',
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
  batches: 'send',
  receive: 'receive',
  requests: 'receive',
  fund: 'home',
  mint: 'home',
  redeem: 'home',
  payment: 'activity',
  transaction: 'activity',
  activity: 'activity',
  approvals: 'approvals',
  policies: 'approvals',
  wallets: 'wallets',
  wallet: 'wallets',
  contacts: 'contacts',
  notas: 'notas',
  sites: 'sites',
  security: 'security',
  settings: 'settings',
  webhooks: 'settings',
  connect: 'settings',
}

const quick: Place[] = ['home', 'send', 'receive', 'activity']
const further: Place[] = ['approvals', 'wallets', 'contacts', 'notas', 'sites', 'security', 'settings']

type NavProps = {
  route: RouteName
  /** Payments that wait for a person. */
  waiting: number
}

/** Navigation of the dashboard where it is wide: every place at once. */
export function SideNav({ route, waiting }: NavProps) {
  return (
    <nav class="side-nav" aria-label={frameWords.navigation}>
      <ul>
        {[...quick, ...further].map((place) => (
          <li key={place}>
            <PlaceLink place={place} here={placeOf[route] === place} class="side-link" waiting={waiting} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const MENU = 'further'

/** Navigation of the popup, the panel and a narrow tab: four places, and the rest behind a button. */
export function BottomBar({ route, waiting, beside }: NavProps & { beside: boolean }) {
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
            {waiting > 0 && (
              <span class="bottom-dot">
                <span class="unseen">{frameWords.approvals(waiting)}</span>
              </span>
            )}
          </button>
        </li>
      </ul>
      <div id={MENU} popover="auto" class="menu menu-further">
        <ul>
          {further.map((place) => (
            <li key={place}>
              <PlaceLink place={place} here={here === place} class="menu-item" waiting={waiting} beside={beside} />
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
  waiting?: number
  /** In a popup or a panel. */
  beside?: boolean
}

function PlaceLink({ place, here, class: className, waiting = 0, beside = false }: PlaceLinkProps) {
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
      {place === 'approvals' && waiting > 0 && (
        <Tag tone="accent">
          <span aria-hidden="true">{waiting}</span>
          <span class="unseen">{frameWords.approvals(waiting)}</span>
        </Tag>
      )}
      {leaves && <Icon name="external" class="menu-leaves" />}
    </a>
  )
}
