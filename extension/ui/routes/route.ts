import { useLayoutEffect, useState } from 'preact/hooks'
import * as z from 'zod/mini'
import { item } from '../../store/item.ts'
import { heldDialog } from './use-unless-held.ts'

/** Every screen of an unlocked wallet. */
export const routeNames = [
  'home',
  'send',
  'pay',
  'receive',
  'requests',
  'batches',
  'fund',
  'mint',
  'redeem',
  'payment',
  'transaction',
  'activity',
  'approvals',
  'policies',
  'wallets',
  'wallet',
  'contacts',
  'notas',
  'sites',
  'security',
  'settings',
  'webhooks',
  'connect',
] as const
export type RouteName = (typeof routeNames)[number]

/** A screen and what it is about: IDs only, never an address, an amount or a secret. In the address it reads `#/send?wallet=…`. */
export type Route = { name: RouteName; params: URLSearchParams }

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const name = routeNames.find((each) => each === path) ?? 'home'
  return { name, params: new URLSearchParams(query) }
}

export function routeHash(name: RouteName, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString()
  return `#/${name}${query === '' ? '' : `?${query}`}`
}

export function go(name: RouteName, params: Record<string, string> = {}): void {
  location.hash = routeHash(name, params)
}

/** A link to what is shown already begins it anew: browsers follow it nowhere. */
export function followed(hash: string): void {
  if (hash === location.hash) dispatchEvent(new Event('hashchange'))
}

/** Where the popup was when it was closed. Ends with the lock, as everything in `storage.session` does. */
export const lastRoute = item<string>('session', 'route', z.string(), '')

/** What is shown, and how often something was gone to. */
export function useRoute(): Route & { visit: number } {
  const [route, setRoute] = useState(() => ({ ...parseRoute(location.hash), visit: 0 }))
  // With the first picture already: a link that is followed before an effect would run led nowhere.
  useLayoutEffect(() => {
    const changed = (event: Event) => {
      // Another screen would close it: the address is again what it was.
      if (heldDialog() !== null && event instanceof HashChangeEvent) return history.pushState(null, '', event.oldURL)
      setRoute(({ visit }) => ({ ...parseRoute(location.hash), visit: visit + 1 }))
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return route
}
