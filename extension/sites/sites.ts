import * as z from 'zod/mini'
import { browser } from '../browser.ts'
import { permissionPattern } from '../gateway/origin.ts'
import { askPermission } from '../gateway/permission.ts'
import { item } from '../store/item.ts'

/** A site on which the person enabled the wallet. */
export const Site = z.strictObject({ origin: z.string(), enabledAt: z.number() })
export type Site = z.infer<typeof Site>

/** What is enabled. Scripts, grants and waiting questions follow from it. */
export const sites = item<Site[]>('local', 'sites', z.array(Site), [])

/** Written before the browser is asked: its question may close the popup that asked. */
export const Enabling = z.strictObject({ origin: z.string(), tabId: z.number(), askedAt: z.number() })
export const enabling = item('session', 'enabling', z.nullable(Enabling), null)

/** Longer than anybody looks at a permission prompt. */
export const ENABLING_MS = 2 * 60_000

/**
 * Asks the browser for the host of a gateway. A site on that host, which was asked for before, is not what is given now.
 * Nothing is waited for, since the browser asks only straight after the press.
 */
export function askForGateway(origin: string): Promise<boolean> {
  void enabling.remove()
  return askPermission(origin)
}

export async function isEnabled(origin: string): Promise<boolean> {
  return (await sites.get()).some((site) => site.origin === origin)
}

const scriptId = (origin: string) => `bridge ${origin}`

/** Every address of exactly this origin. Firefox's patterns know no ports; there the worker's own check is what counts. */
function matches(origin: string): string {
  return import.meta.env.FIREFOX ? permissionPattern(origin) : `${origin}/*`
}

/** The bridge stands in the pages of the enabled sites, and in no others. Updates and the browser may have lost some. */
export async function registerBridges(origins: readonly string[]): Promise<void> {
  const { scripting } = browser
  const there = new Set((await scripting.getRegisteredContentScripts()).map(({ id }) => id))
  const wanted = origins.map(scriptId)
  const ids = [...there].filter((id) => !wanted.includes(id))
  if (ids.length > 0) await scripting.unregisterContentScripts({ ids })
  for (const origin of origins) {
    if (there.has(scriptId(origin))) continue
    await scripting.registerContentScripts([
      {
        id: scriptId(origin),
        js: ['bridge.js'],
        matches: [matches(origin)],
        runAt: 'document_start',
        allFrames: false,
        persistAcrossSessions: true,
      },
    ])
  }
}

/** Puts the bridge into a page that is open already. */
export async function injectBridge(tabId: number): Promise<void> {
  await browser.scripting
    .executeScript({ target: { tabId, frameIds: [0] }, files: ['bridge.js'] })
    .catch(() => undefined)
}

/** The tabs that show a page of this origin, as far as the browser lets the wallet see them. */
export async function tabsOf(origin: string): Promise<number[]> {
  const tabs = await browser.tabs.query({ url: permissionPattern(origin) }).catch(() => [])
  return tabs.flatMap(({ id, url }) => (id !== undefined && URL.parse(url ?? '')?.origin === origin ? [id] : []))
}
