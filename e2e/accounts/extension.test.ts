import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { chromiumOptions, creating, getting, untilInstalled, virtualAuthenticator } from './chromium.ts'
import { calling, type Extension, FIREFOX_ID, FIREFOX_UUID, makeExtension } from './extension.ts'
import { launchFirefox } from './firefox.ts'
import { type Gateway, type Site, serveGateway, serveSite } from './gateway.ts'

type Run = (code: string) => Promise<unknown>
type Answer = { status: number; body: { data?: Record<string, unknown>; error?: { code: string } } }
type Stage = { open(url: string): Promise<Run>; close(): Promise<void> }

let gateway: Gateway
let elsewhere: Site
beforeAll(async () => {
  gateway = await serveGateway()
  elsewhere = await serveSite()
})
afterAll(async () => {
  await gateway.close()
  await elsewhere.close()
})

/** A browser that keeps its profile, since only such a one loads extensions. */
async function chromiumWith(extension: Extension): Promise<Stage & { context: BrowserContext }> {
  const profile = mkdtempSync(join(tmpdir(), 'sotto-chromium-'))
  const args = [`--disable-extensions-except=${extension.folder}`, `--load-extension=${extension.folder}`]
  const context = await chromium.launchPersistentContext(profile, { ...chromiumOptions(), viewport: null, args })
  await untilInstalled(context, extension.origin)
  return {
    context,
    async open(url) {
      const page = await context.newPage()
      await page.goto(url)
      return (code) => page.evaluate(code)
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function firefoxWith(extension: Extension): Promise<Stage> {
  const firefox = await launchFirefox({ [FIREFOX_ID]: FIREFOX_UUID })
  await firefox.install(extension.folder)
  return firefox
}

const countKeys = async () =>
  (await gateway.world.db.selectFrom('apiKeys').selectAll().where('revokedAt', 'is', null).execute()).length

describe.each([
  ['chromium', chromiumWith],
  ['firefox', firefoxWith],
] as const)('in %s', (browser, launch) => {
  let extension: Extension
  let stage: Stage
  let page: Run
  beforeAll(async () => {
    extension = makeExtension(browser)
    stage = await launch(extension)
    page = await stage.open(`${extension.origin}/page.html`)
  })
  afterAll(async () => {
    await stage?.close()
    extension?.remove()
  })

  test.each([
    ['localhost', () => gateway.origin],
    ['127.0.0.1', () => gateway.origin.replace('localhost', '127.0.0.1')],
  ])(
    'an extension signs in at %s, makes a key and signs out; a page of another origin does none of it',
    async (_, at) => {
      const ask = async (method: string, path: string, body?: unknown, from = page) =>
        (await from(calling(at(), method, path, body))) as Answer
      const login = { email: gateway.tester.email, password: PASSWORD }
      expect((await ask('POST', '/auth/login', login)).status).toBe(200)
      const session = await ask('GET', '/auth/session')
      expect(session.body.data).toMatchObject({ credential: { type: 'session' } })
      const made = await ask('POST', '/api-keys', { label: browser })
      expect(made).toMatchObject({ status: 201, body: { data: { secret: expect.stringMatching(/^sotto_sk_/) } } })

      const before = await countKeys()
      const stranger = await stage.open(`${elsewhere.origin}/`)
      for (const [method, path, body] of [
        ['POST', '/api-keys', { label: 'stolen' }],
        ['POST', '/auth/logout', undefined],
        ['POST', '/auth/login', login],
        ['GET', '/me', undefined],
      ] as const) {
        expect((await ask(method, path, body, stranger)).status).toBe(0)
      }
      expect(await countKeys()).toBe(before)
      expect((await ask('GET', '/auth/session')).status).toBe(200)

      expect((await ask('POST', '/auth/logout')).status).toBe(200)
      expect(await ask('GET', '/auth/session')).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthenticated' } },
      })
    },
  )
})

test('in Chromium, a passkey is made and used on the page of an extension that the configuration names', async () => {
  const extension = makeExtension('chromium')
  const named = await serveGateway({ SOTTO_EXTENSION_ORIGINS: extension.origin })
  const stage = await chromiumWith(extension)
  try {
    const page: Page = await stage.context.newPage()
    await page.goto(`${extension.origin}/page.html`)
    await virtualAuthenticator(stage.context, page)
    const ask = (origin: string) => (method: string, path: string, body?: unknown) =>
      page.evaluate(calling(origin, method, path, body)) as Promise<Answer>

    for (const [target, status] of [
      [named, [201, 200]],
      [gateway, [401, 401]],
    ] as const) {
      const call = ask(target.origin)
      await call('POST', '/auth/login', { email: target.tester.email, password: PASSWORD })
      const { body } = await call('POST', '/me/passkeys/options', {})
      const response = await page.evaluate(creating(body.data?.options))
      const added = await call('POST', '/me/passkeys', { challengeId: body.data?.challengeId, name: 'x', response })
      expect(added.status).toBe(status[0])
      const asked = (await call('POST', '/auth/passkey/options', {})).body.data
      const assertion = await page.evaluate(getting(asked?.options))
      const entered = await call('POST', '/auth/passkey', { challengeId: asked?.challengeId, response: assertion })
      expect(entered.status).toBe(status[1])
    }
  } finally {
    await stage.close()
    await named.close()
    extension.remove()
  }
})
