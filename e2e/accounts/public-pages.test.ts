import { tmpdir } from 'node:os'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutsider, type Outsider } from '#gateway/testing/outsider.ts'
import { look } from '#gateway/transactions/arrivals/look-fixture.ts'
import { handsOn } from '../extension/hands.ts'
import { flawsOf } from '../extension/looks.ts'
import { releaseTest } from '../release-test.ts'
import { launchChromium } from './chromium.ts'
import { type Gateway, serveGateway } from './gateway.ts'

/** Pages of the gateway that need no account: how a request is paid, and what the API is. */
let gateway: Gateway
let browser: Browser
let stranger: Outsider
let till: string

beforeAll(async () => {
  gateway = await serveGateway()
  browser = await launchChromium()
  stranger = createOutsider(gateway.world)
  till = (await gateway.tester.api.createWallet({ type: 'custodial' })).wallet.id
})
afterAll(async () => {
  await browser?.close()
  await gateway?.close()
})

async function ask(part: object = {}) {
  const asked = { walletId: till, amount: '1234.5', label: 'Café Nord', memo: 'Order 1042: a bowl', ...part }
  const { request } = await gateway.tester.api.createRequest(asked)
  return {
    ...request,
    address: request.address as `0x${string}`,
    page: `${gateway.origin}${new URL(request.url).pathname}`,
  }
}

/** A page, what it has asked for, and what its browser complained of. */
async function open(url: string, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(url, '…')))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, asked, complaints, close: () => context.close() }
}

const titled = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()

test('the page of a request hears by a stream that it is paid in part, and paid; it sends no request elsewhere', async () => {
  const request = await ask()
  const { page, asked, complaints, close } = await open(request.page)
  await titled(page, 'Waiting for payment')
  expect(await flawsOf(page, 'waiting')).toEqual([])
  stranger.payHidden(request.address, 1_000_000_000n)
  await look(gateway.world)
  await titled(page, 'Part of it is paid')
  stranger.payHidden(request.address, 234_500_000n)
  await look(gateway.world)
  await titled(page, 'Paid')
  await page.getByRole('link', { name: 'Receipt of payment 2' }).waitFor()
  expect(await flawsOf(page, 'paid')).toEqual([])
  expect(asked).toContain('…/events')
  expect(asked.filter((url) => !/^…(\/events)?$|^http:\/\/localhost:\d+\/pay\/[\w.]+$/.test(url))).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

test('without a script, on a phone and on paper it has all that it takes to pay', async () => {
  const request = await ask({ token: 'STABLE' })
  const { page, close } = await open(request.page, { javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  await page.getByText(request.address).waitFor()
  await page.getByRole('img', { name: 'QR code to pay with' }).waitFor()
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toMatch(/^ethereum:0x/)
  expect(await page.getByRole('button').count()).toBe(0)
  const beside = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(await beside()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  await page.getByText(request.address).waitFor()
  await page.getByRole('img', { name: 'QR code to pay with' }).waitFor()
  expect(await page.getByRole('link', { name: 'Open in a wallet' }).isVisible()).toBe(false)
  await close()
})

releaseTest('where no stream is to be had, the page asks again and again', async () => {
  const request = await ask()
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/events', (route) => route.fulfill({ status: 429 }))
  const looked = page.waitForResponse(/\/status$/)
  await page.goto(request.page)
  await looked
  await gateway.tester.api.cancelRequest({ id: request.id })
  await titled(page, 'Cancelled')
  await context.close()
})

releaseTest('the wallet’s button tells a request that has ended from a gateway that does not answer now', async () => {
  const { page, close } = await open((await ask()).page)
  let status = 0
  await page.route('**/request.nota', (route) => (status === 0 ? route.abort() : route.fulfill({ status })))
  const announced = `new CustomEvent('sotto:announceProvider', { detail: { provider: {} } })`
  await page.evaluate(`dispatchEvent(${announced})`)
  const said: Record<number, string | null> = {}
  // Its words change each time, by way of those while the wallet is asked.
  for (status of [409, 429, 404, 503, 409, 0]) {
    const passing = [await page.locator('#said').textContent(), 'Your wallet shows the payment.']
    await page.locator('#pay').click()
    await expect.poll(async () => passing.includes(await page.locator('#said').textContent())).toBe(false)
    said[status] = await page.locator('#said').textContent()
  }
  const [ended, busy] = [
    'This request cannot be paid any more. Open this page again.',
    'The gateway does not answer now. Try again.',
  ]
  expect(said).toEqual({ 409: ended, 404: ended, 429: busy, 503: busy, 0: busy })
  await close()
})

releaseTest(
  'a folder that is dropped takes the place of the former verdict, and is said to be unreadable',
  async () => {
    const { page, complaints, close } = await open(`${gateway.origin}/verify`)
    await page.getByText('Paste its text instead').click()
    await page.getByLabel('Text of the file').fill('nonsense')
    await page.getByRole('button', { name: 'Check this text' }).click()
    await titled(page, 'Not a valid nota')
    await handsOn(page).drop(tmpdir())
    await titled(page, 'The file could not be read')
    expect(complaints).toEqual([])
    await close()
  },
)

releaseTest(
  'the first page and the documentation are without a flaw that axe finds, and a link opens its call',
  async () => {
    const { page, asked, complaints, close } = await open(`${gateway.origin}/`)
    expect(await flawsOf(page, 'the first page')).toEqual([])
    await page.getByRole('link', { name: /^API/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Sotto API' }).waitFor()
    expect(await page.locator('main h2').nth(1).textContent()).toBe('Money')
    await page.goto(`${gateway.origin}/docs#transfer`)
    await page.getByText('toWalletId').first().waitFor()
    await page.evaluate(`for (const call of [...document.querySelectorAll('details')].slice(0, 5)) call.open = true`)
    expect(await flawsOf(page, 'docs')).toEqual([])
    expect(asked.every((url) => url.startsWith('…') || url.startsWith(gateway.origin))).toBe(true)
    expect(complaints).toEqual([])
    await close()
  },
)
