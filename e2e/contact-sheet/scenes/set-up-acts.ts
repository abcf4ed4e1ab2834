import type { Page } from 'playwright'

/** What a person does who is new, before a picture is taken. */

export async function setUpToTheGateway(page: Page): Promise<void> {
  // Drawn once, it has a password or is connected: what comes after the second picture is another step.
  await page.evaluate('chrome.storage.local.clear().then(() => chrome.storage.session.clear())')
  await page.reload()
  for (const name of ['next', 'again']) await fill(page, name, 'a lake in the rain')
  await press(page, 'Continue')
  await page.locator('[name=address]').waitFor()
}

export async function setUpToSignIn(page: Page): Promise<void> {
  await setUpToTheGateway(page)
  await fill(page, 'address', DRAWN.origin)
  await press(page, 'Find the gateway')
  await page.locator('[name=email]').waitFor()
}

export async function setUpToItsEnd(page: Page): Promise<void> {
  await setUpToSignIn(page)
  await fill(page, 'email', 'olivia.fernandes@harbour-bakery.example')
  await fill(page, 'password', 'as drawn')
  await press(page, 'Sign in')
  await page.getByRole('heading', { name: 'You are connected' }).waitFor()
}

const fill = (page: Page, name: string, text: string) => page.locator(`[name=${name}]`).fill(text)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Where the gateway stands that is drawn: its port is another one each time. */
export const DRAWN = { origin: '' }
