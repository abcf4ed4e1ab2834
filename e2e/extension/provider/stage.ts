import { Failed, type Failure } from '#shared/client-failure.ts'
import { newPasswordKdf, passwordKey } from '../../../extension/vault/derive.ts'

const PASSWORD = 'a quiet password'

/** A page in either browser, as much of it as the stories need. */
export type Tab = {
  /** The value of an expression in the page, awaited. */
  run<T = unknown>(code: string): Promise<T>
  /** Presses a button as a person does, once it can be pressed. */
  press(name: string | RegExp): Promise<void>
  /** Waits until the page shows a text. */
  shows(text: string | RegExp): Promise<void>
  go(url: string): Promise<void>
  close(): Promise<void>
}

/** A browser with the built extension in it. */
export type Browser = {
  name: 'Chromium' | 'Firefox'
  /** Address of a page of the extension. */
  url(page: string): string
  open(url: string): Promise<Tab>
  /** A page of the extension without any code of the wallet in it. */
  inside: Pick<Tab, 'run'>
  /** Gives the extension the permission for a host, as a person does in the browser's own prompt. */
  giveHost(origin: string): Promise<void>
  /** The approval window, once it is there. */
  prompt(): Promise<Tab>
  /** How many approval windows are open now. */
  prompts(): Promise<number>
  /** Ends the extension's worker, as the browser does whenever it likes. */
  endWorker(): Promise<void>
  close(): Promise<void>
}

/** What a test does with the wallet past its screens. */
export type Stage<B = Browser> = B & {
  /** A request of the closed table between pages and worker. Rejects with `Failed`. */
  ask<T = unknown>(name: string, input?: object): Promise<T>
  stored<T>(area: 'local' | 'session', key: string): Promise<T | undefined>
  store(area: 'local' | 'session', key: string, value: unknown): Promise<void>
  unlock(): Promise<void>
  /** Connects a gateway by a key of it; answers the profile's ID. */
  connect(origin: string, apiKey: string, name: string): Promise<string>
  /** Lets the wallet be used on a site, as its own button does once the browser has asked. */
  enable(origin: string): Promise<void>
}

const api = '(globalThis.browser ?? globalThis.chrome)'
type Reply<T> = { ok: true; value: T } | { ok: false; failure: Failure } | null

/** A wallet with a vault, unlocked, and nothing connected. */
export async function stageOn<B extends Pick<Browser, 'inside' | 'giveHost'>>(browser: B): Promise<Stage<B>> {
  const { inside, giveHost } = browser
  const kdf = { ...newPasswordKdf(), memory: 8, passes: 1 }
  const key = await passwordKey(PASSWORD, kdf)

  async function ask<T>(name: string, input: object = {}): Promise<T> {
    const message = JSON.stringify({ to: 'worker', name, input })
    const reply = await inside.run<Reply<T>>(`${api}.runtime.sendMessage(${message})`)
    if (reply === null || reply === undefined) throw new Error(`${name} had no answer`)
    if (!reply.ok) throw new Failed(reply.failure)
    return reply.value
  }

  await ask('vault.create', { kdf, key })
  return {
    ...browser,
    ask,
    stored: (area, name) => inside.run(`${api}.storage.${area}.get('${name}').then((all) => all['${name}'])`),
    store: (area, name, value) => inside.run(`${api}.storage.${area}.set(${JSON.stringify({ [name]: value })})`),
    unlock: () => ask('vault.unlock', { key }),
    async connect(origin, apiKey, name) {
      await giveHost(origin)
      return (await ask<{ id: string }>('profile.add', { origin, name, apiKey })).id
    },
    async enable(origin) {
      await giveHost(origin)
      await ask('site.enable', { origin })
    },
  }
}
