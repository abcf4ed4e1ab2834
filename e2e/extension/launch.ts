import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright'
import { CHROME_ID, CHROME_ORIGIN } from '#shared/extension-identity.ts'
import { folders } from '../../scripts/extension/files.ts'
import { chromiumOptions, motion, untilInstalled } from '../accounts/chromium.ts'
import { listen } from '../accounts/heard.ts'

export type Launch = {
  /** Folder of the browser's profile: the same one again is the same browser, restarted. */
  profile: string
  /** Hosts that are granted as soon as a page asks for them, as match patterns: nobody can press the browser's prompt. */
  hosts?: string[]
  /** The build; the one in `.output` where absent. */
  folder?: string
  args?: string[]
} & Pick<LaunchOptions, 'headless' | 'handleSIGINT' | 'handleSIGTERM' | 'proxy'>

/** For a step of a story. */
const WAIT_MS = 240_000

/** Chromium with the built extension in it, a tab of its own, and a page of the extension by name, such as `dashboard.html`. */
export async function launchWallet({
  profile,
  hosts = [],
  folder = folders.chrome,
  args = [],
  ...options
}: Launch): Promise<{
  context: BrowserContext
  page: Page
  url: (page: string) => string
}> {
  prepareProfile(profile, hosts)
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions(),
    ...options,
    ...motion,
    viewport: null,
    args: [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`, ...args],
  })
  // Passwords are hashed in the page and in the gateway; a machine that does much else takes its time for both.
  context.setDefaultTimeout(WAIT_MS)
  await listen(context, CHROME_ORIGIN)
  const page = await untilInstalled(context, CHROME_ORIGIN)
  return { context, page, url: (page) => `${CHROME_ORIGIN}/${page}` }
}

/**
 * Writes what a profile has to know before its first start; a later start finds what the browser made of it. What is given
 * here is only given once it is asked for.
 */
export function prepareProfile(profile: string, hosts: string[]): void {
  const folder = join(profile, 'Default')
  mkdirSync(folder, { recursive: true })
  const given = { api: ['notifications'], manifest_permissions: [], explicit_host: hosts, scriptable_host: [] }
  const settings = { [CHROME_ID]: { runtime_granted_permissions: given } }
  const preferences = {
    extensions: { ui: { developer_mode: true }, settings },
    // The checker of spelling fetches its dictionaries from the browser's maker.
    browser: { enable_spellchecking: false },
    spellcheck: { dictionaries: [] },
  }
  try {
    writeFileSync(join(folder, 'Preferences'), JSON.stringify(preferences), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
