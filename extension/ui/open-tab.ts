import { browser } from '../browser.ts'
import { type RouteName, routeHash } from './route.ts'
import type { Surface } from './screen.ts'

/** Opens the dashboard in a tab. The popup closes, as it would at the first click in the tab. */
export async function openTab(name: RouteName = 'home', params: Record<string, string> = {}): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/dashboard.html') + routeHash(name, params) })
}

/** Goes to a screen that needs a tab: from the popup in a tab of its own. */
export async function goInTab(surface: Surface, name: RouteName, params: Record<string, string> = {}): Promise<void> {
  if (surface === 'tab') {
    location.hash = routeHash(name, params)
    return
  }
  await openTab(name, params)
  window.close()
}
