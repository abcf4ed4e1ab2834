import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { launchChromium } from './chromium.ts'
import { type Gateway, serveGateway } from './gateway.ts'
import { hear, listen } from './heard.ts'

/** What is shown one time stays until the person has it. */
let gateway: Gateway
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[gateway, browser] = await Promise.all([serveGateway(), launchChromium()])
})
afterAll(async () => {
  await browser?.close()
  await gateway?.close()
})
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 384, height: 600 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await listen(context, gateway.origin)
  page = await context.newPage()
  await page.goto(`${gateway.origin}/account`)
  await page.getByLabel('E-mail').fill(gateway.tester.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await press('Sign in')
  await press('New key')
  await page.getByLabel('Name').fill('Shop')
  await press('Make key')
  await secret().waitFor()
  return () => context.close()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const secret = () => page.locator('.secret')
const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' })

/** The browser closes most dialogs at the second Esc, whatever the page says to the first. */
async function triesToLeave(): Promise<void> {
  for (let each = 0; each < 3; each++) await page.keyboard.press('Escape')
  await press('Done')
  await page.getByRole('alert').filter({ hasText: 'it is not shown again' }).waitFor()
}

test('neither Esc nor Done closes it before it is kept, and reloading the page is asked about', async () => {
  await triesToLeave()
  await triesToLeave()
  expect(await secret().isVisible()).toBe(true)
  const asked = page.waitForEvent('dialog')
  void page.evaluate('location.reload()')
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await secret().waitFor()
})

test.each(['Done', 'Escape'])('once it was copied, %s closes it', async (way) => {
  await triesToLeave()
  await press('Copy key')
  await hear(page, 'Copied.')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await secret().innerText())
  if (way === 'Done') await press('Done')
  else await page.keyboard.press('Escape')
  await closed()
})

test('once it was downloaded as a text, it closes', async () => {
  const shown = await secret().innerText()
  const [download] = await Promise.all([page.waitForEvent('download'), press('Download (.txt)')])
  expect(download.suggestedFilename()).toBe('sotto-api-key.txt')
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${shown}\n`)
  await press('Done')
  await closed()
})

test('what is said over a dialog covers none of its buttons, and takes no press', async () => {
  await press('Copy key')
  const said = page.getByRole('dialog').getByRole('status').filter({ hasText: 'Copied.' })
  // Both at once: it is gone after six seconds.
  const { toast, takes } = await said.evaluate((element) => ({
    toast: element.getBoundingClientRect().bottom,
    takes: getComputedStyle(element).pointerEvents,
  }))
  for (const name of ['Copy key', 'Done']) {
    const button = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect(toast, name).toBeLessThanOrEqual(button?.y ?? 0)
  }
  expect(takes).toBe('none')
})
