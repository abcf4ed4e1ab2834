import * as z from 'zod/mini'
import { browser } from '../browser.ts'
import { permissionPattern } from '../gateway/origin.ts'
import { item } from '../store/item.ts'

/** A site on which the person enabled the wallet. */
export const Site = z.strictObject({ origin: z.string(), enabledAt: z.number() })
export type Site = z.infer<typeof Site>

export const sites = item<Site[]>('local', 'sites', z.array(Site), [])

/** Written before the browser is asked: its question may close the popup that asked. */
export const Enabling = z.strictObject({ origin: z.string(), tabId: z.number(), askedAt: z.number() })
export const enabling = item('session', 'enabling', z.nullable(Enabling), null)

/** Longer than anybody looks at a permission prompt. */
export const ENABLING_MS = 5 * 60_000

export async function isEnabled(origin: string): Promise<boolean> {
  return (await sites.get()).some((site) => site.origin === origin)
}

const scriptId = (origin: string) => `bridge ${origin}`

/** Every address of exactly this origin. Firefox's patterns know no ports; there the worker's own check is what counts. */
function matches(origin: string): string {
  return import.meta.env.FIREFOX ? permissionPattern(origin) : `${origin}/*`
}

/** Puts the bridge into every page of the site from now on, and into those that are open. */
export async function addSite(origin: string, now: number): Promise<void> {
  await sites.update((before) =>
    before.some((site) => site.origin === origin) ? before : [...before, { origin, enabledAt: now }],
  )
  await register(origin)
  for (const tabId of await tabsOf(origin)) {
    await browser.scripting
      .executeScript({ target: { tabId, frameIds: [0] }, files: ['bridge.js'] })
      .catch(() => undefined)
  }
}

async function register(origin: string): Promise<void> {
  const id = scriptId(origin)
  if ((await browser.scripting.getRegisteredContentScripts({ ids: [id] })).length > 0) return
  await browser.scripting.registerContentScripts([
    {
      id,
      js: ['bridge.js'],
      matches: [matches(origin)],
      runAt: 'document_start',
      allFrames: false,
      persistAcrossSessions: true,
    },
  ])
}

export async function removeSite(origin: string): Promise<void> {
  await sites.update((before) => before.filter((site) => site.origin !== origin))
  await browser.scripting.unregisterContentScripts({ ids: [scriptId(origin)] }).catch(() => undefined)
}

/** After an update of the wallet or of the browser, registrations may be gone while the sites are still enabled. */
export async function registerAgain(): Promise<void> {
  for (const { origin } of await sites.get()) await register(origin).catch(() => undefined)
}

/** The tabs that show a page of this origin, as far as the browser lets the wallet see them. */
export async function tabsOf(origin: string): Promise<number[]> {
  const tabs = await browser.tabs.query({ url: permissionPattern(origin) }).catch(() => [])
  return tabs.flatMap(({ id, url }) => (id !== undefined && URL.parse(url ?? '')?.origin === origin ? [id] : []))
}
