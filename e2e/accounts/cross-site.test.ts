import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isLong } from '#gateway/testing/how-often.ts'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { chromiumOptions } from './chromium.ts'
import { calling } from './extension.ts'
import { type Gateway, type Site, serveGateway, serveSite } from './gateway.ts'

let gateway: Gateway
let elsewhere: Site
let browser: Browser
/** The cookie of the session that no page may use. */
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
let stranger: Page
/** `POST /api/v1/me 403` of every request that reached the gateway since the page of the stranger was opened. */
let arrived: string[]

beforeAll(async () => {
  gateway = await serveGateway()
  elsewhere = await serveSite()
  browser = await chromium.launch({
    ...chromiumOptions(),
    args: ['--host-resolver-rules=MAP evil.example 127.0.0.1, MAP rebound.example 127.0.0.1'],
  })
  const context = await browser.newContext()
  const own = await context.newPage()
  await own.goto(`${gateway.origin}/account`)
  const login = { email: gateway.tester.email, password: PASSWORD }
  expect(await own.evaluate(calling(gateway.origin, 'POST', '/auth/login', login))).toMatchObject({ status: 200 })
  signedIn = await context.storageState()
  expect(signedIn.cookies).toHaveLength(1)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await elsewhere?.close()
  await gateway?.close()
})

beforeEach(async () => {
  const context = await browser.newContext({ storageState: signedIn })
  stranger = await context.newPage()
  arrived = []
  gateway.world.log = {
    ...gateway.world.log,
    debug: ({ method, path, status }) => void arrived.push(`${method} ${path} ${status}`),
  }
  return async () => {
    await context.close()
  }
})

async function state(): Promise<unknown> {
  const { db } = gateway.world
  const read = (table: 'accounts' | 'apiKeys' | 'wallets') => db.selectFrom(table).selectAll().orderBy('id').execute()
  const sessions = await db.selectFrom('sessions').select('id').orderBy('id').execute()
  return [await read('accounts'), await read('apiKeys'), await read('wallets'), sessions]
}

/** From another port of the same host the browser sends the cookie; from another site `SameSite` keeps it back. */
const sites: [string, () => string, string][] = [
  ['another port of localhost', () => elsewhere.origin, '403'],
  ['another site', () => elsewhere.origin.replace('localhost', 'evil.example'), '401'],
]

const api = () => `${gateway.origin}/api/v1`
const JSON_BODY = '{"label":"stolen"}'

/** What a page can make a browser send with the cookie of another one, and the answers the gateway may give to it. */
const tricks: [string, () => string, RegExp | 'refused by cookie'][] = [
  ['a form', () => form('/me/password', 'application/x-www-form-urlencoded'), /^POST \S+ 415$/],
  ['a form as plain text that is JSON', () => form('/api-keys', 'text/plain'), /^POST \S+ 415$/],
  ['a form that signs out', () => form('/auth/logout', 'application/x-www-form-urlencoded'), /^POST \S+ 415$/],
  ['an empty form that signs out', () => form('/auth/logout', 'text/plain', ''), 'refused by cookie'],
  ['a fetch with text/plain', () => simple('/api-keys', `body: ${JSON.stringify(JSON_BODY)}`), /^POST \S+ 415$/],
  [
    'a fetch of a blob without a type',
    () => simple('/api-keys', `body: new Blob([${JSON.stringify(JSON_BODY)}])`),
    /^POST \S+ 415$/,
  ],
  ['a simple request without a body', () => simple('/auth/logout', 'body: undefined'), 'refused by cookie'],
  [
    'a beacon',
    () => `navigator.sendBeacon('${api()}/wallets', new Blob(['{"type":"custodial"}'], { type: 'text/plain' }))`,
    /^POST \S+ 415$/,
  ],
  ['a fetch with JSON', () => calling(gateway.origin, 'POST', '/wallets', { type: 'custodial' }), /^OPTIONS \S+ 405$/],
  ['a change of method', () => calling(gateway.origin, 'DELETE', '/api-keys/x'), /^OPTIONS \S+ 405$/],
]

function form(path: string, enctype: string, value = JSON_BODY): string {
  const name = enctype === 'text/plain' ? value.replace(/}$/, ',"x":"') : 'currentPassword'
  return `(() => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'target' })
    const form = Object.assign(document.createElement('form'), {
      action: '${api()}${path}', method: 'post', enctype: '${enctype}', target: 'target',
    })
    form.append(Object.assign(document.createElement('input'), { name: ${JSON.stringify(name)}, value: '"}' }))
    document.body.append(frame, form)
    return new Promise((resolve) => { frame.onload = () => resolve(true); form.submit() })
  })()`
}

function simple(path: string, rest: string): string {
  return `fetch('${api()}${path}', { method: 'POST', mode: 'no-cors', credentials: 'include', ${rest} }).then(() => true, () => false)`
}

/** From another site only what the cookie decides is answered otherwise; before a release all of them come from there too. */
const differs =
  (site: string) =>
  ([, , answer]: (typeof tricks)[number]) =>
    isLong || site !== 'another site' || answer === 'refused by cookie'

test.each(
  sites.flatMap(([site, at, status]) =>
    tricks.filter(differs(site)).map(([trick, code, answer]) => {
      const answers = answer === 'refused by cookie' ? new RegExp(`^POST \\S+ ${status}$`) : answer
      return [trick, site, at, code, answers] as const
    }),
  ),
)('%s from %s changes nothing', async (_, __, at, code, answers) => {
  const before = await state()
  await stranger.goto(`${at()}/`)
  arrived.length = 0
  await stranger.evaluate(code())
  await expect.poll(() => arrived.length, { timeout: 120_000 }).toBeGreaterThan(0)
  expect(arrived.filter((line) => !answers.test(line))).toEqual([])
  expect(await state()).toEqual(before)
})

test('a page whose name was made to point here is misdirected, and cannot use the cookie', async () => {
  const before = await state()
  const rebound = `http://rebound.example:${gateway.port}`
  const answer = await stranger.goto(`${rebound}/api/v1/me`)
  expect(answer?.status()).toBe(421)
  const login = { email: gateway.tester.email, password: PASSWORD }
  expect(await stranger.evaluate(calling(rebound, 'POST', '/auth/login', login))).toMatchObject({ status: 421 })
  expect(await state()).toEqual(before)
})

test('the page cannot be framed', async () => {
  await stranger.goto(`${elsewhere.origin}/`)
  await stranger.setContent(`<iframe src="${gateway.origin}/account"></iframe>`)
  await expect.poll(() => arrived.length).toBeGreaterThan(0)
  const frame = stranger.frames().at(-1)
  expect(await frame?.content().catch(() => '')).not.toContain('Sign in')
})
