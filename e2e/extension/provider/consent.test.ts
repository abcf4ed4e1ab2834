import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ARM_MS } from '../../../extension/screens/approve/answers/arming.ts'
import { until } from '../harness/until.ts'
import type { Seen } from '../harness/wire.ts'
import { answerAt, ask, begin, find, times } from './dapp-page.ts'
import { openScene, type Scene } from './scene.ts'
import type { Tab } from './stage.ts'

const CARD = 'sotto_requestAddressCard'

let scene: Scene
let stage: Scene['stage']

/** Sites whose names try to look like another one, or do not. They are answered inside the browser; no name is looked up. */
const hosts = [
  { what: 'of plain letters', origin: 'https://apple.example', warning: null },
  { what: 'of another alphabet', origin: 'https://xn--80ak6aa92e.example', warning: 'аррӏе.example' },
  { what: 'of two alphabets in one word', origin: 'https://xn--ypal-43d9g.example', warning: 'раypal.example' },
  { what: 'like that of a site that is enabled', origin: 'https://app1e.example', warning: 'looks much like' },
]

beforeAll(async () => {
  scene = await openScene({ hosts: ['http://localhost', ...hosts.map(({ origin }) => origin)] })
  stage = scene.stage
})
afterAll(() => scene?.close())

/** A test that failed halfway must not stand in the way of the next. */
afterEach(async () => {
  if ((await stage.prompts()) > 0) await (await stage.prompt()).close()
})

describe('a name', () => {
  test.each(hosts)('$what is shown as it is, with the warning: $warning', async ({ origin, warning }) => {
    await stage.context.route(`${origin}/**`, (route) => route.fulfill({ body: '<h1>Shop', contentType: 'text/html' }))
    await stage.enable(origin)
    const page = await stage.open(`${origin}/`)
    await find(page)
    const place = await begin(page, CARD)
    const prompt = await stage.prompt()
    await prompt.shows(new URL(origin).host)
    if (warning !== null) await prompt.shows(warning)
    expect(await prompt.run(`document.querySelector('.notice-warn') !== null`)).toBe(warning !== null)
    await prompt.press(/^Refuse/)
    expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
    await scene.noPrompt()
    await page.close()
  })
})

describe('Allow', () => {
  const allow = (of: Page) => of.getByRole('button', { name: /^Allow/ })

  async function asked(): Promise<{ page: Tab; place: number; window: Page }> {
    const { page } = await scene.openSite()
    const place = await begin(page, CARD)
    return { page, place, window: stage.pageOf(await stage.prompt()) }
  }

  test('is pressed by no script, by no key that was down before, and by nothing before it is active', async () => {
    const { page, place, window } = await asked()
    // Allow may already be active. Its timer does not run without the focus.
    await until('Allow is active', () => allow(window).isEnabled())
    await window.evaluate(() => dispatchEvent(new Event('blur')))
    await until('Allow is not active', async () => !(await allow(window).isEnabled()))
    await allow(window).focus()
    for (const key of ['Enter', 'Space']) await window.keyboard.down(key)
    await allow(window).evaluate((button: HTMLButtonElement) => {
      button.click()
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
      for (const key of ['Enter', ' ']) button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      button.form?.requestSubmit()
      dispatchEvent(new Event('focus'))
    })
    await until('Allow is active', () => allow(window).isEnabled())
    // Keys that are held repeat by themselves.
    for (const key of ['Enter', 'Space']) await window.keyboard.down(key)
    for (const key of ['Enter', 'Space']) await window.keyboard.up(key)
    await allow(window).evaluate((button: HTMLButtonElement) => button.click())
    expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4100 })
    expect(await stage.prompts()).toBe(1)
    await allow(window).click()
    expect(await answerAt(page, place)).toHaveProperty('value.nota')
    await page.close()
  })

  test('has to become active again after the window lost the focus', async () => {
    const { page, place, window } = await asked()
    await until('Allow is active', () => allow(window).isEnabled())
    await window.evaluate(() => dispatchEvent(new Event('blur')))
    await until('Allow is not active', async () => !(await allow(window).isEnabled()))
    // Looked at in the page: on the way here, the time until it is active could pass.
    const atOnce = await allow(window).evaluate(async (button: HTMLButtonElement) => {
      dispatchEvent(new Event('focus'))
      await new Promise((resolve) => setTimeout(resolve))
      return button.ariaDisabled
    })
    expect(atOnce).toBe('true')
    await until('Allow is active', () => allow(window).isEnabled())
    await allow(window).focus()
    await window.keyboard.down('Enter')
    expect(await answerAt(page, place)).toHaveProperty('value.nota')
    await page.close()
  })

  test('is not active before what the site will see has been on screen; what is given lasts a day', async () => {
    const { site, page } = await scene.openSite()
    const place = await begin(page, CARD, { purpose: 'To pay what we owe you. '.repeat(5) })
    const window = stage.pageOf(await stage.prompt())
    await window.setViewportSize({ width: 380, height: 430 })
    await window.reload()
    await window.getByText('Scroll down to what the site will see.').waitFor()
    await window.waitForTimeout(2 * ARM_MS)
    await allow(window).evaluate((button: HTMLButtonElement) => button.focus({ preventScroll: true }))
    await window.keyboard.press('Enter')
    expect(await allow(window).isEnabled()).toBe(false)
    // Looked at in the page as soon as it has been seen: the time until Allow is active begins there.
    const atOnce = await allow(window).evaluate(async (button: HTMLButtonElement) => {
      document.scrollingElement?.scrollTo(0, 400)
      while (document.querySelector('#approve-hint') !== null) await new Promise((resolve) => setTimeout(resolve))
      return button.ariaDisabled
    })
    expect(atOnce).toBe('true')
    await until('Allow is active', () => allow(window).isEnabled())
    await allow(window).click()
    expect(await answerAt(page, place)).toHaveProperty('value.nota')
    type Given = { origin: string; grantedAt: number; expiresAt: number | null }
    const [grant] = ((await stage.stored<Given[]>('local', 'grants')) ?? []).filter(
      ({ origin }) => origin === site.origin,
    )
    expect((grant?.expiresAt ?? 0) - (grant?.grantedAt ?? 0)).toBe(24 * 60 * 60_000)
    await page.close()
  })

  test('does not have the focus at first: Refuse has', async () => {
    const { page, place, window } = await asked()
    await window.getByRole('button', { name: /^Refuse/ }).waitFor()
    await until('the focus', () => window.evaluate(() => /^Refuse/.test(document.activeElement?.textContent ?? '')))
    // The window closes at the key going down: it may be gone before the key comes up.
    await window.keyboard.down('Enter')
    expect(await answerAt(page, place)).toMatchObject({ code: 4001 })
    await page.close()
  })
})

test('a site that was allowed before waits for the unlock only, and nobody is asked again', async () => {
  const { page } = await scene.openSite()
  const first = await begin(page, CARD)
  await (await stage.prompt()).press(/^Allow/)
  const card = await answerAt(page, first)
  await scene.noPrompt()
  await stage.ask('vault.lock')
  expect(await ask(page, 'sotto_getAddressCard')).toMatchObject({ code: 4900 })
  const second = await begin(page, CARD)
  await (await stage.prompt()).shows('Unlock to answer')
  await stage.unlock()
  expect(await answerAt(page, second)).toEqual(card)
  await scene.noPrompt()
  await page.close()
})

describe('between Allow and the card, which the gateway takes its time for,', () => {
  const isCard = ({ path }: Seen) => path.endsWith('/nota')
  type Meanwhile = (prompt: Tab, origin: string) => Promise<unknown>

  test.each<[string, Meanwhile, number]>([
    ['the window is closed', (prompt) => prompt.close(), 4001],
    ['the wallet is locked', () => stage.ask('vault.lock'), 4900],
    ['the site is disabled', (_, origin) => stage.ask('site.disable', { origin }), 4900],
  ])('%s: nothing is granted', async (_, meanwhile, code) => {
    const { site, page } = await scene.openSite()
    const place = await begin(page, CARD)
    const prompt = await stage.prompt()
    const held = stage.wire.stop('answer', isCard)
    await prompt.press(/^Allow/)
    await held.reached
    await meanwhile(prompt, site.origin)
    held.open()
    expect(await answerAt(page, place)).toMatchObject({ code })
    await scene.noPrompt()
    await stage.unlock()
    expect(await stage.stored<{ origin: string }[]>('local', 'grants')).not.toContainEqual(
      expect.objectContaining({ origin: site.origin }),
    )
    expect(await times(page, place)).toBe(1)
    await page.close()
  })

  test('the worker ends: the question still stands, and is answered once', async () => {
    const { site, page } = await scene.openSite()
    const place = await begin(page, CARD)
    const prompt = await stage.prompt()
    const held = stage.wire.stop('answer', isCard)
    await prompt.press(/^Allow/)
    await held.reached
    await stage.endWorker()
    held.drop()
    expect(await times(page, place)).toBe(0)
    await prompt.press(/^Allow/)
    expect(await answerAt(page, place)).toHaveProperty('value.nota')
    const grants = (await stage.stored<{ origin: string }[]>('local', 'grants')) ?? []
    expect(grants.filter(({ origin }) => origin === site.origin)).toHaveLength(1)
    expect(await times(page, place)).toBe(1)
    await page.close()
  })

  test('the gateway is away: the person hears it, and may try again', async () => {
    const { page } = await scene.openSite()
    const place = await begin(page, CARD)
    const prompt = await stage.prompt()
    const mend = stage.wire.reply(isCard, (response) => response.destroy())
    await prompt.press(/^Allow/)
    await stage.pageOf(prompt).getByRole('alert').waitFor()
    mend()
    expect(await times(page, place)).toBe(0)
    await prompt.press(/^Allow/)
    expect(await answerAt(page, place)).toHaveProperty('value.nota')
    await page.close()
  })
})
