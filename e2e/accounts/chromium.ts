import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright'
import { isBrief } from '../../gateway/testing/how-often.ts'
import { systemBrowser } from '../../scripts/browsers/browsers.mjs'

const found = systemBrowser('chromium')

/** The machine's own browser where there is one, else the one that Playwright downloaded. */
export function chromiumOptions(): LaunchOptions {
  return { headless: true, ...(found === undefined ? {} : { executablePath: found }) }
}

/** Pages move in the run of a release alone: to draw that takes a fifth of the processor's time. */
export const motion = { reducedMotion: isBrief ? 'reduce' : 'no-preference' } as const

/** For what hangs. */
const WAIT_MS = 240_000

/** A browser whose pages have minutes, for a busy machine. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch(chromiumOptions())
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open({ ...motion, ...options })
    context.setDefaultTimeout(WAIT_MS)
    return context
  }
  return browser
}

/**
 * Until the browser has the extension of this origin, whose manifest then stands in a new tab. Its worker proves
 * nothing: at rest it may have ended before this could see it.
 */
export async function untilInstalled(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  const manifest = () => page.goto(`${origin}/manifest.json`).catch(() => undefined)
  while ((await manifest()) === undefined) await sleep(25)
  return page
}

/**
 * Gives a page a passkey store of its own, in place of the machine's. `careless` is one that cannot verify its user;
 * `hasPrf` says whether its passkeys hold a secret that can be asked of them (the PRF extension).
 */
export async function virtualAuthenticator(context: BrowserContext, page: Page, careless = false, hasPrf = true) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: careless ? 'usb' : 'internal',
      hasResidentKey: true,
      hasUserVerification: !careless,
      isUserVerified: !careless,
      hasPrf,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether it will go on verifying its user. */
    verifies: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

/** Code for a page that makes a passkey, as JSON. */
export function creating(options: unknown): string {
  return `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())`
}

/** Code for a page that uses one. */
export function getting(options: unknown): string {
  return `navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) })
    .then((credential) => credential.toJSON())`
}
