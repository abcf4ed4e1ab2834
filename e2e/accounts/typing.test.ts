import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { launchChromium } from './chromium.ts'
import { type Gateway, serveGateway } from './gateway.ts'

/** Somebody types, or a password manager fills in, before the page has come to rest: each word stays in its field. */
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
  page = await browser.newPage()
  return () => page.close()
})

/** Code that goes into this field as soon as it stands there, and writes once all that waited for a paint has run. */
const quickHand = (selector: string, text: string) => `
  void (globalThis.written = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const field = document.querySelector(${JSON.stringify(selector)})
      if (field === null) return
      observer.disconnect()
      field.focus()
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
        document.execCommand('insertText', false, ${JSON.stringify(text)})
        resolve()
      })))
    })
    observer.observe(document, { childList: true, subtree: true })
  }))`
const textIn = (name: string) => page.locator(`[name=${name}]`).inputValue()
const written = () => page.evaluate('written')

test('a password is written into its field, and no other has a letter of it', async () => {
  await page.addInitScript(quickHand('[name=password]', PASSWORD))
  await page.goto(`${gateway.origin}/account`)
  await written()
  expect([await textIn('email'), await textIn('password')]).toEqual(['', PASSWORD])
})

test('the field to begin with has the focus where no other field has it', async () => {
  await page.goto(`${gateway.origin}/account`)
  await page.locator('[name=email]:focus').waitFor()
})

test('a refusal does not take the focus from a field that is typed in', async () => {
  let refuse = () => {}
  await page.route('**/auth/login', async (route) => {
    await new Promise<void>((resolve) => {
      refuse = resolve
    })
    await route.continue()
  })
  await page.goto(`${gateway.origin}/account`)
  await page.getByLabel('E-mail').fill('somebody@else.example')
  await page.getByLabel('Password').fill('wrong but long enough')
  const asked = page.waitForRequest('**/auth/login')
  await page.keyboard.press('Enter')
  await asked
  await page.getByLabel('E-mail').fill('some')
  refuse()
  await page.getByRole('alert').filter({ hasText: 'E-mail or password is wrong.' }).waitFor()
  await page.keyboard.type('body')
  expect([await textIn('email'), await textIn('password')]).toEqual(['somebody', 'wrong but long enough'])
})

test('the first password that is chosen is written into its field', async () => {
  const { db } = gateway.world
  await db.updateTable('accounts').set({ mustChangePassword: 1 }).execute()
  await page.goto(`${gateway.origin}/account`)
  await page.evaluate(quickHand('[name=newPassword]', 'a lake in the rain'))
  await page.getByLabel('E-mail').fill(gateway.tester.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await written()
  expect([await textIn('currentPassword'), await textIn('newPassword')]).toEqual(['', 'a lake in the rain'])
})
