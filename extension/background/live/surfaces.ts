import { browser, type Runtime } from '../../browser.ts'
import { profiles } from '../../gateway/profiles.ts'
import { SURFACE } from '../../surface-port.ts'
import { unlocked } from '../../vault/state.ts'
import { isOwnPage } from '../own-page.ts'

const open = new Set<Runtime.Port>()
let live: string | null = null

/** A page became visible, or is not any more. */
export function watchSurfaces(changed: () => void): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== SURFACE || port.sender === undefined || !isOwnPage(port.sender)) return
    open.add(port)
    port.onDisconnect.addListener(() => {
      open.delete(port)
      changed()
    })
    changed()
  })
}

/** The gateway that somebody looks at, or null: no page is visible, the wallet is locked, or its key is not accepted. */
export async function watched(): Promise<string | null> {
  if (open.size === 0 || (await unlocked.get()) === null) return null
  const { active, list } = await profiles.get()
  return list.some(({ id, state }) => id === active && state === 'connected') ? active : null
}

export async function isWatched(profileId: string): Promise<boolean> {
  return (await watched()) === profileId
}

/** Whether all that happens at this gateway is heard of as it happens. */
export function isLive(profileId: string): boolean {
  return live === profileId
}

export function setLive(profileId: string, is: boolean): void {
  if (is) live = profileId
  else if (live === profileId) live = null
}
