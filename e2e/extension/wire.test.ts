import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, walletWithMoney } from '#gateway/testing/test-world.ts'
import { READS_PER_WINDOW } from '#shared/limits.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { releaseTest } from '../release-test.ts'
import { handsOn } from './hands.ts'
import { isMoneyCall, type Payment, payment } from './harness/payments.ts'
import { until } from './harness/until.ts'
import { openWallet, WALLET_PASSWORD, type Wallet } from './harness/wallet.ts'
import type { Seen } from './harness/wire.ts'
import { setUp } from './set-up.ts'

let gateway: Gateway
let wallet: Wallet
let walletId: string
let profileId: string
/** Everything that was sent since the browser was started. */
const sent: Seen[] = []

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  walletId = (await walletWithMoney(gateway.tester)).id
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const flush = () => {
  const seen = wallet.wire.flush()
  sent.push(...seen)
  return seen
}
const screens = () => [
  'home',
  `send?wallet=${walletId}`,
  `receive?wallet=${walletId}`,
  'fund',
  'mint',
  'redeem',
  'activity',
  'wallets',
  `wallet?id=${walletId}`,
  'contacts',
  'contacts?add=',
  'notas',
  'settings',
  'connect',
]

test('a person sets the wallet up, looks at every screen, signs in to the account and pays', async () => {
  const page = await wallet.open('dashboard.html')
  const hands = handsOn(page)
  await setUp(page, { origin: gateway.origin, email: gateway.tester.email, password: PASSWORD }, WALLET_PASSWORD)
  for (const screen of screens()) {
    await page.evaluate(`location.hash = '#/${screen}'`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  }
  await hands.goTo('Security')
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.sees(`Signed in as ${gateway.tester.email}`)
  await hands.press('Sign out')
  const { profiles } = await wallet.run<{ profiles: { active: string } }>(`chrome.storage.local.get('profiles')`)
  profileId = profiles.active
  const order = { verb: 'mint', walletId, amount: '1' }
  const { id } = await wallet.ask<Payment>('money.begin', { profileId, order })
  await payment(wallet, id, ({ terminal }) => terminal)
  await page.close()
})

describe('of all that was sent', () => {
  const paths = () => new Set(sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`))

  test('everything went to the gateway', () => {
    flush()
    expect(paths()).toContain('POST /api/v1/auth/login')
    expect(paths()).toContain('POST /api/v1/mint')
    expect(new Set(sent.map(({ origin }) => origin))).toEqual(new Set([gateway.origin]))
  })

  test('nothing carried a key together with a cookie, or told where it came from', () => {
    const keys = sent.filter(({ headers }) => headers.authorization !== undefined)
    const cookies = sent.filter(({ headers }) => headers.cookie !== undefined)
    expect(keys.length).toBeGreaterThan(10)
    expect(cookies.length).toBeGreaterThan(2)
    expect(keys.filter((each) => cookies.includes(each))).toEqual([])
    for (const { headers } of sent) expect(headers).not.toHaveProperty('referer')
  })

  test('the key is in its header alone, and the passwords are where they belong', () => {
    const key = /sotto_sk_[\w-]{43}/
    for (const { path, body } of sent) expect(`${path}${body}`).not.toMatch(key)
    const saying = (text: string) => sent.filter((each) => JSON.stringify(each).includes(text)).map(({ path }) => path)
    expect(saying(WALLET_PASSWORD)).toEqual([])
    expect(new Set(saying(PASSWORD))).toEqual(new Set(['/api/v1/auth/login']))
  })

  test('a money call was made once, under a key of its own', () => {
    expect(sent.filter(isMoneyCall)).toHaveLength(1)
    expect(sent.find(isMoneyCall)?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('a look costs little', () => {
  const SECONDS = 8
  const pages: Page[] = []

  /** Time in the page passes by hand. */
  async function openStill(path: string): Promise<Page> {
    const page = await wallet.open('icon/sotto.svg')
    await page.clock.install()
    await page.goto(page.url().replace('icon/sotto.svg', path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    pages.push(page)
    return page
  }
  /** What the worker looks for once a minute, whether or not anybody looks at the wallet. */
  const isLookout = (path: string) => /\/transactions\?direction=all&pageSize=20$/.test(path)
  /** So long that a poll would have to be a request. */
  const settle = () => sleep(1_600)
  /** A forced read waits for one under way. */
  const readToTheEnd = () => wallet.ask('gateway.refresh', { profileId, force: true })

  releaseTest(`popup and dashboard, open together for ${SECONDS} s, stay far below the limit`, async () => {
    flush()
    const both = [await wallet.open('popup.html'), await wallet.open('dashboard.html')]
    for (const page of both) await handsOn(page).at('Home')
    const first = flush().length
    await readToTheEnd()
    flush()
    await sleep(SECONDS * 1_000)
    const reads = flush().length
    // Once their streams are open, pages need not ask for anything.
    expect(first + reads).toBeGreaterThan(0)
    expect((reads * 60) / SECONDS).toBeLessThan(READS_PER_WINDOW / 2)
    for (const page of both) await page.close()
  })

  test('nobody polls in a page that is hidden; shown again it asks at once', async () => {
    const page = await openStill('popup.html')
    const become = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await become(true)
    await readToTheEnd()
    await settle()
    flush()
    await page.clock.runFor(3 * 60_000)
    expect(flush().filter(({ path }) => !isLookout(path))).toEqual([])
    await become(false)
    await until('a request', () => flush().length > 0)
  })

  test('nobody polls while the wallet is locked', async () => {
    await openStill('dashboard.html')
    await readToTheEnd()
    await wallet.ask('vault.lock')
    for (const page of pages) await handsOn(page).at('Welcome back')
    await settle()
    flush()
    for (const page of pages) await page.clock.runFor(3 * 60_000)
    await settle()
    expect(flush()).toEqual([])
    for (const page of pages.splice(0)) await page.close()
    await wallet.unlock()
  })
})

test('the alarm that looks after payments is there while one is unsettled, and only then', async () => {
  const alarms = () => wallet.run<{ name: string; periodInMinutes?: number }[]>('chrome.alarms.getAll()')
  const names = async () => (await alarms()).map(({ name }) => name).sort()
  expect(await names()).toEqual(['arrivals', 'lock'])

  const stop = wallet.wire.stop('request', isMoneyCall)
  const order = { verb: 'mint', walletId, amount: '1' }
  const { id } = await wallet.ask<Payment>('money.begin', { profileId, order })
  await stop.reached
  expect(await alarms()).toContainEqual(expect.objectContaining({ name: 'unsettled', periodInMinutes: 0.5 }))
  await wallet.ask('vault.lock')
  await until('no alarm while locked', async () => (await names()).length === 0)
  await wallet.unlock()
  await until('the alarm again', async () => (await names()).includes('unsettled'))
  stop.open()
  await payment(wallet, id, ({ terminal }) => terminal)
  await until('no alarm for what has settled', async () => (await names()).join() === 'arrivals,lock')
})
