import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { launchChromium, virtualAuthenticator } from './chromium.ts'
import { calling } from './extension.ts'
import { type Gateway, serveGateway } from './gateway.ts'
import { hear, listen } from './heard.ts'

export let gateway: Gateway
let browser: Browser
let context: BrowserContext
export let page: Page
export let authenticator: Awaited<ReturnType<typeof virtualAuthenticator>>
/** What the browser complained of, apart from the refusals that a test provokes. */
let complaints: string[]

/** A browser for the file; for each test a gateway and its account page, which may complain of nothing. */
export function setUpAccountPage(): void {
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  beforeEach(async () => {
    gateway = await serveGateway()
    context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
    await listen(context, gateway.origin)
    page = await context.newPage()
    complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(gateway.origin)) complaints.push(`asked for ${request.url()}`)
    })
    authenticator = await virtualAuthenticator(context, page)
    await page.goto(`${gateway.origin}/account`)
    return async () => {
      expect(complaints).toEqual([])
      await context.close()
      await gateway.close()
    }
  })
}

/** Another authenticator in place of the one that each test begins with. */
export async function anotherAuthenticator(careless = false): Promise<void> {
  await authenticator.remove()
  authenticator = await virtualAuthenticator(context, page, careless)
}

/** What the browser says of calls that a test has cut off is no complaint. */
export function forgiveFailedCalls(): void {
  complaints = complaints.filter((each) => !each.includes('net::ERR_FAILED'))
}

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog').last()
export const said = (text: string | RegExp) => hear(page, text)

export async function signIn(password = PASSWORD, { email } = gateway.tester): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await button('Sign in').click()
}
export async function signedIn(): Promise<void> {
  await signIn()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
}
export const ask = (method: string, path: string, body?: unknown) =>
  page.evaluate(calling(gateway.origin, method, path, body)) as Promise<{
    status: number
    body: { data: Record<string, unknown> }
  }>
