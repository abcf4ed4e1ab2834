import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../accounts/chromium.ts'
import { LOOKS, violationsIn } from '../extension/looks.ts'
import type { Order } from './order.ts'
import { pageFiles } from './page-files.ts'
import { openShop, type Shop } from './shop.ts'
import { requestsOnly } from './till-fixture.ts'

const gateway = requestsOnly()
let shop: Shop
let browser: Browser
let page: Page

beforeAll(async () => {
  shop = await openShop(gateway.till, await pageFiles(), 0)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** In the dark scheme of all rules those that it can break. */
let rules: string[] | undefined
const flaws = async () => (await violationsIn(page, rules)).map(({ id, nodes }) => [id, nodes[0]?.html])

test.each([
  ['light', undefined],
  ['dark', LOOKS],
] as const)('the shop is without a flaw that axe finds, by %s', async (colorScheme, looks) => {
  rules = looks
  const context = await browser.newContext({ colorScheme })
  page = await context.newPage()
  await page.goto(shop.url)
  await page.getByText('No wallet here').waitFor()
  expect(await flaws()).toEqual([])
  await page.getByRole('button', { name: 'Add bud vase' }).click()
  const placing = page.waitForResponse(`${shop.url}/api/orders`)
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.getByText('not enabled here').waitFor()
  await page.getByText('Developer panel').click()
  expect(await flaws()).toEqual([])
  const { payment } = (await (await placing).json()) as Order
  const id = payment.url.split('/').at(-1) ?? ''
  gateway.paid(id, '42')
  await gateway.tell(id)
  await page.getByText('Did something break?').waitFor()
  expect(await flaws()).toEqual([])
  await context.close()
})

test('an order is there again after a reload, and nothing overflows a small window', async () => {
  page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Add low bowl' }).click()
  await page.getByRole('button', { name: 'Place the order' }).click()
  const title = page.getByRole('heading', { level: 1 })
  const order = await title.filter({ hasText: /Order \d+/ }).textContent()
  await page.reload()
  await title.filter({ hasText: order ?? '' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.close()
})
