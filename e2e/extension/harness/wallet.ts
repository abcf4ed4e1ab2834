import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import type { Failure } from '#shared/client-failure.ts'
import { permissionPattern } from '../../../extension/gateway/origin.ts'
import { newPasswordKdf, passwordKey } from '../../../extension/vault/derive.ts'
import type { PasswordKdf } from '../../../extension/vault/kdf.ts'
import { temporaryFolder } from '../../harness/gateway.ts'
import { launchWallet } from '../launch.ts'
import { builtExtension } from './build.ts'
import { NOWHERE, startWire, type Wire } from './wire.ts'

export const WALLET_PASSWORD = 'a quiet password'

/** The wallet's answer that something did not work. */
export class Refused extends Error {
  readonly failure: Failure
  constructor(name: string, failure: Failure) {
    super(`${name}: ${failure.code} ${failure.message}`)
    this.failure = failure
  }
  get code(): string {
    return this.failure.code
  }
}

/** The built wallet in a real Chromium, with everything that the browser sends in sight. */
export type Wallet = {
  context(): BrowserContext
  /** A page of the extension without any code of the wallet in it: what a test asks, only the worker answers. */
  page(): Page
  /** The build that the browser loaded, a copy of this wallet's own. */
  folder: string
  wire: Wire
  /** Opens `popup.html` or `dashboard.html`, perhaps at a route. */
  open(path: string): Promise<Page>
  /** A request of the closed table between pages and worker. Rejects with `Refused`. */
  ask<T = unknown>(name: string, input?: object, from?: Page): Promise<T>
  /** Runs code in an extension page. */
  run<T = unknown>(code: string): Promise<T>
  /** Gives a host to the extension, as a person does in the browser's prompt. */
  give(origin: string): Promise<void>
  /** Makes the vault, under parameters that take no time. */
  create(): Promise<void>
  unlock(password?: string): Promise<void>
  /** Ends the worker at once, whatever it does. The next message or alarm starts a new one. */
  killWorker(): Promise<void>
  /** Closes the browser and opens it again with the same profile. */
  restart(): Promise<void>
  /** Ends the browser as a power cut does, and opens it again. */
  crash(): Promise<void>
  close(): Promise<void>
}

/** Loads no code of the wallet, and has the extension's APIs all the same. */
const BARE = 'icon/sotto.svg'

/** What the browser asks of its maker goes to a name that nobody has, so that all else is the wallet's doing. */
export const ownServices = [
  `--gaia-url=${NOWHERE}`,
  `--google-url=${NOWHERE}`,
  `--google-apis-url=${NOWHERE}`,
  `--gcm-checkin-url=${NOWHERE}/checkin`,
  `--gcm-registration-url=${NOWHERE}/register`,
  `--component-updater=url-source=${NOWHERE}/update`,
]

export type Opening = {
  /** Origins whose hosts the browser gives as soon as they are asked for. */
  hosts?: string[]
  /** Past the proxy, where a test is about connections themselves. */
  direct?: boolean
  /** Further switches of the browser. */
  args?: string[]
}

export async function openWallet({
  hosts = ['http://localhost'],
  direct = false,
  args = [],
}: Opening = {}): Promise<Wallet> {
  const profile = temporaryFolder()
  const build = builtExtension('chrome')
  const wire = await startWire()
  const patterns = hosts.map(permissionPattern)

  const launch = async () => {
    const launched = await launchWallet({
      profile: profile.path,
      folder: build.folder,
      hosts: patterns,
      args: [...ownServices, ...args],
      ...(direct ? {} : { proxy: { server: wire.url } }),
    })
    await launched.page.goto(launched.url(BARE))
    return launched
  }
  let now = await launch()
  await closeGreeting(now.context)

  const ask = async <T>(name: string, input: object = {}, from = now.page): Promise<T> => {
    const message = JSON.stringify({ to: 'worker', name, input })
    const reply = (await from.evaluate(`chrome.runtime.sendMessage(${message})`)) as
      | { ok: true; value: T }
      | { ok: false; failure: Failure }
      | undefined
    if (reply === undefined || reply === null) throw new Error(`${name} had no answer`)
    if (!reply.ok) throw new Refused(name, reply.failure)
    return reply.value
  }
  const run = <T>(code: string) => now.page.evaluate(code) as Promise<T>

  return {
    context: () => now.context,
    page: () => now.page,
    folder: build.folder,
    wire,
    ask,
    run,
    async open(path) {
      const page = await now.context.newPage()
      await page.goto(now.url(path))
      return page
    },
    give: (origin) => give(now.context, now.page, origin),
    async create() {
      const kdf = { ...newPasswordKdf(), memory: 8, passes: 1 }
      await ask('vault.create', { kdf, key: await passwordKey(WALLET_PASSWORD, kdf) })
    },
    async unlock(password = WALLET_PASSWORD) {
      const { vault } = await run<{ vault: { password: { kdf: PasswordKdf } } }>(`chrome.storage.local.get('vault')`)
      await ask('vault.unlock', { key: await passwordKey(password, vault.password.kdf) })
    },
    killWorker: () => killWorker(now.context, now.page),
    async restart() {
      await now.context.close()
      now = await launch()
    },
    async crash() {
      const gone = now.context.waitForEvent('close')
      process.kill(await browserPid(now.context), 'SIGKILL')
      await gone
      now = await launch()
    },
    async close() {
      await now.context.close()
      await wire.close()
      build.remove()
      profile.remove()
    },
  }
}

/** A wallet that was just installed opens its dashboard; what a test sees is to be its own doing. */
async function closeGreeting(context: BrowserContext): Promise<void> {
  for (;;) {
    // A tab that was just opened has no address yet.
    const greeting = context.pages().find((page) => page.url().endsWith('/dashboard.html'))
    if (greeting !== undefined) return greeting.close()
    await sleep(25)
  }
}

/** The prompt cannot be pressed, but one whose answer the profile holds already needs only a gesture. */
async function give(context: BrowserContext, page: Page, origin: string): Promise<void> {
  const cdp = await context.newCDPSession(page)
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: `chrome.permissions.request({ origins: [${JSON.stringify(permissionPattern(origin))}] })`,
    userGesture: true,
    awaitPromise: true,
  })
  await cdp.detach()
  if (result.value !== true) throw new Error(`the browser did not give ${origin}`)
}

async function browserPid(context: BrowserContext): Promise<number> {
  const cdp = await context.browser()?.newBrowserCDPSession()
  const found = await cdp?.send('SystemInfo.getProcessInfo')
  const browser = found?.processInfo.find(({ type }) => type === 'browser')
  if (browser === undefined) throw new Error('the browser has no process')
  return browser.id
}

type Version = { runningStatus: string }

/** Resolves once it has stopped. It begins anew at the next question. `page` is one of the wallet. */
export async function killWorker(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page)
  const stopped = new Promise<void>((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }: { versions: Version[] }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve()
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await stopped
  await cdp.detach()
}
