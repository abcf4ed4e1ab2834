import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../gateway/testing/how-often.ts'
import { setUp } from '../contact-sheet/connected.ts'
import { type DrawnGateway, startDrawnGateway } from '../contact-sheet/gateway.ts'
import { unchanged } from '../contact-sheet/scenes/acts.ts'
import { tooWide } from '../contact-sheet/too-wide.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { goToScreen } from './hands.ts'
import { builtExtension } from './harness/build.ts'
import { until } from './harness/until.ts'
import { launchWallet } from './launch.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** The languages of the wallet, in a browser whose own is Austrian German. */
const profile = temporaryFolder()
const build = builtExtension('chrome')
let gateway: DrawnGateway
let browser: Awaited<ReturnType<typeof launchWallet>>
let tab: Page

beforeAll(async () => {
  gateway = await startDrawnGateway()
  await open()
  await setUp(tab, gateway)
  await goTo(tab, 'dashboard.html#/home')
})
afterAll(async () => {
  await browser?.context.close()
  await gateway?.close()
  build.remove()
  profile.remove()
})

async function open(): Promise<void> {
  const hosts = ['http://localhost/*']
  const args = ['--accept-lang=de-AT,en']
  browser = await launchWallet({ profile: profile.path, folder: build.folder, hosts, args })
  tab = browser.page
  await goTo(tab, 'dashboard.html')
}

async function goTo(page: Page, path: string): Promise<void> {
  // Another route of the same page is no other page.
  await page.goto('about:blank')
  await page.goto(browser.url(path))
}

const lang = (page: Page) => page.locator('html').getAttribute('lang')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()

/** Every script that a page of the wallet runs until its first heading stands there. */
async function scriptsOf(path: string): Promise<string[]> {
  const cdp = await browser.context.newCDPSession(tab)
  const urls: string[] = []
  cdp.on('Debugger.scriptParsed', ({ url }) => urls.push(url))
  await cdp.send('Debugger.enable')
  await goTo(tab, path)
  await tab.getByRole('heading', { name: 'Letzte Aktivität' }).waitFor()
  await cdp.detach()
  return urls
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('select[name=language]').selectOption(name)
}

const laterScreens = ['approvals', 'requests', 'contacts', 'webhooks', 'batches', 'batches?id=b2', 'transaction?id=r1']

/** Of one word, in more than one line. */
const partedTitles = `[...document.querySelectorAll('h1')]
  .filter((title) => !/\\s/.test(title.textContent.trim()) && title.clientHeight > 1.8 * parseFloat(getComputedStyle(title).lineHeight))
  .map((title) => 'in two lines: ' + title.textContent)`

const amountsWithPoints = `[...document.querySelectorAll('.amount-digits')]
  .map((digits) => digits.textContent)
  .filter((text) => !/,\\d\\d/.test(text))`

describe('the language of the browser', () => {
  test('is spoken in tab, popup and approval window, and no other is loaded', async () => {
    await tab.getByRole('heading', { name: 'Letzte Aktivität' }).waitFor()
    expect(await lang(tab)).toBe('de')
    const popup = await browser.context.newPage()
    await goTo(popup, 'popup.html#/send')
    await heading(popup, 'Senden')
    expect(await lang(popup)).toBe('de')
    await goTo(popup, 'approve.html')
    await popup.getByText('Keine Website wartet auf eine Antwort.').waitFor()
    await popup.close()
    const scripts = await scriptsOf('dashboard.html#/home')
    expect(scripts.filter((url) => url.includes('/first-'))).toHaveLength(1)
    expect(scripts.filter((url) => url.includes('/rest-')).length).toBeLessThanOrEqual(1)
  })

  test('decides how numbers are written and read', async () => {
    await goTo(tab, 'dashboard.html#/send')
    await tab.getByLabel('Betrag', { exact: true }).fill('1,5')
    await tab.getByText('Verstanden als').waitFor()
  })
})

describe('a language that is chosen in the settings', () => {
  test('is spoken at once by every page, and what is typed in another one stays', async () => {
    await goTo(tab, 'dashboard.html#/send')
    const amount = tab.locator('[name=amount]')
    await amount.fill('12,25')
    await amount.evaluate((field) => Object.assign(field, { same: true }))
    const popup = await browser.context.newPage()
    await goTo(popup, 'popup.html#/settings')
    await heading(popup, 'Einstellungen')
    expect(await popup.locator('select[name=language] option').first().innerText()).toBe('Wie der Browser (Deutsch)')
    await choose(popup, 'fr')
    await heading(popup, 'Réglages')
    await heading(tab, 'Envoyer')
    expect([await lang(popup), await lang(tab)]).toEqual(['fr', 'fr'])
    expect(await amount.inputValue()).toBe('12,25')
    expect(await amount.evaluate((field) => 'same' in field)).toBe(true)
    await expect.poll(() => tab.title()).toBe('Envoyer · Sotto')
    await popup.close()
  })

  test('is what notifications will speak', async () => {
    const settled = async () =>
      tab.evaluate(`chrome.storage.local.get('notices').then(({ notices }) => notices?.settled)`)
    await until('the words of notifications', async () => (await settled()) === 'Paiement réglé')
  })

  test('is remembered by the browser, and given up for that of the browser', async () => {
    await browser.context.close()
    await open()
    await tab.getByRole('button', { name: 'Déverrouiller', exact: true }).waitFor()
    expect(await lang(tab)).toBe('fr')
    await tab.locator('[name=password]').fill('a lake in the rain')
    await tab.getByRole('button', { name: 'Déverrouiller', exact: true }).click()
    await tab.locator('[name=password]').waitFor({ state: 'detached' })
    await goTo(tab, 'dashboard.html#/settings')
    await heading(tab, 'Réglages')
    await choose(tab, 'system')
    await heading(tab, 'Einstellungen')
  })
})

async function speak(language: string): Promise<void> {
  await tab.evaluate(`chrome.storage.local.set({ settings: ${JSON.stringify({ ...unchanged, language })} })`)
  await tab.locator(`html[lang="${language}"] h1`).first().waitFor()
}

/** Once a screen has all that it waits for. */
async function see(screen: string): Promise<void> {
  await goToScreen(tab, screen)
  await tab.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

describe.each(isLong ? ['de', 'es', 'fr'] : [])('in %s, on the screens that came later', (language) => {
  test('nothing overflows, and amounts have a comma', async () => {
    await speak(language)
    const flaws: string[] = []
    await tab.setViewportSize({ width: 384, height: 600 })
    for (const screen of laterScreens) {
      await see(screen)
      for (const width of [480, 384, 320]) {
        await tab.setViewportSize({ width, height: 600 })
        const said = await tab.evaluate<string[]>(`[...${tooWide}, ...${amountsWithPoints}, ...${partedTitles}]`)
        flaws.push(...said.map((text) => `${screen}, at ${width}: ${text}`))
      }
    }
    expect(flaws).toEqual([])
  })

  test('what a form is for stays in view in a popup', async () => {
    const page = await browser.context.newPage()
    await page.setViewportSize({ width: 384, height: 600 })
    await goTo(page, 'popup.html#/home')
    for (const screen of ['send', 'mint', 'redeem', 'contacts?add=', 'requests?make=']) {
      await goToScreen(page, screen)
      const box = await page.locator('form button[type=submit]').boundingBox()
      expect(box && box.y + box.height, screen).toBeLessThan(560)
    }
    await page.close()
  })
})

describe.each(isLong ? ['en-XA', 'de', 'es', 'fr'] : ['en-XA'])('in %s', (language) => {
  test('nothing overflows, in a popup, a panel or in a tab', async () => {
    await speak(language)
    const flaws: string[] = []
    for (const screen of ['home', 'send', 'activity', 'settings', 'wallet?id=w2']) {
      await lookNormal(tab)
      await goToScreen(tab, screen)
      if (language === 'en-XA' && screen !== 'activity') flaws.push(...(await flawsOf(tab, screen)))
      await tab.setViewportSize({ width: 384, height: 600 })
      const beside = await tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      if (Number(beside) > 0) flaws.push(`${screen}, popup: ${beside} px stand out sideways`)
      for (const width of language === 'en-XA' ? [] : [384, 320]) {
        await tab.setViewportSize({ width, height: 700 })
        const wide = await tab.evaluate<string[]>(tooWide)
        flaws.push(...wide.map((text) => `${screen}, at ${width}: ${text}`))
      }
    }
    expect(flaws).toEqual([])
  })
})
