import { browser } from '../../browser.ts'
import { type RouteName, routeHash } from '../routes/route.ts'
import type { Surface } from '../routes/screen.ts'

/** Opens a screen of the dashboard in a tab. */
export function openTab(name: RouteName, params: Record<string, string> = {}): Promise<void> {
  return openAt(routeHash(name, params))
}

/** Opens the screen that a popup or a panel shows in a tab, and closes it here. */
export async function moveToTab(): Promise<void> {
  await openAt(location.hash)
  window.close()
}

async function openAt(hash: string): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/dashboard.html') + hash })
}

/** Goes to a screen that needs a tab: from popup and panel in a tab of its own. */
export async function goInTab(surface: Surface, name: RouteName, params: Record<string, string> = {}): Promise<void> {
  if (surface === 'tab') {
    location.hash = routeHash(name, params)
    return
  }
  await openTab(name, params)
  window.close()
}
