import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** What a screen is for is in view, in a popup and in a narrow tab. */
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands

const POPUP = { width: 384, height: 600 }
const strip = () => page.getByRole('complementary', { name: 'Environment' })

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { api, apiKey } = gateway.tester
  const { wallet: till } = await api.createWallet({ type: 'custodial', label: 'Till' })
  await api.createWallet({ type: 'custodial', label: 'Savings' })
  await api.fund({ walletId: till.id, amount: '100' })
  await wallet.give(gateway.origin)
  page = await wallet.open('popup.html')
  await page.getByRole('button', { name: 'Connect a gateway' }).waitFor()
  expect(await strip().count(), 'no network is named before a gateway is known').toBe(0)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey })
  hands = handsOn(page)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

async function at(screen: string, surface: 'popup' | 'dashboard' = 'popup', size = POPUP): Promise<void> {
  await page.goto('about:blank')
  await page.setViewportSize(size)
  await page.goto(`chrome-extension://${new URL(wallet.page().url()).host}/${surface}.html#/${screen}`)
}

/** All of it, and nothing in front of it. */
const inView = (there: Locator) =>
  there.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && front !== null && element.contains(front)
  })

test('a link that is followed with the first picture leads to its screen', async () => {
  const early = await wallet.open('popup.html#/settings')
  await early.addInitScript(`
    new MutationObserver((_, observer) => {
      const link = document.querySelector('a[href^="#/send"]')
      if (link === null) return
      observer.disconnect()
      link.click()
    }).observe(document, { childList: true, subtree: true })`)
  await early.goto(early.url().replace('settings', 'home'))
  await early.reload()
  await handsOn(early).at('Send')
  await early.close()
})

describe('in the popup', () => {
  test.each(['send', 'mint', 'redeem', 'fund'])('the button of %s is in view from the beginning', async (screen) => {
    await at(screen)
    await hands.button('Review').waitFor()
    expect(await inView(hands.button('Review'))).toBe(true)
    await page.evaluate('scrollTo(0, 10_000)')
    expect([await inView(hands.button('Review')), await inView(strip())]).toEqual([true, true])
  })

  test('the only other wallet is preselected; the review shows its button; after it come Done and another one', async () => {
    await at('send')
    await hands.choose('Own wallet')
    expect(await hands.field('Own wallet to pay').locator('option:checked').innerText()).toContain('Savings')
    await hands.choose('STABLE')
    await hands.type('Amount', '100.01')
    await hands.press('Review')
    await hands.alarmed('This wallet does not have that much.')
    await hands.type('Amount', '7')
    await hands.press('Review')
    await hands.at('Review the payment')
    await hands.sees(/^About 0\.\d+ ETH, paid by this wallet\./)
    expect(await inView(hands.button('Confirm and send'))).toBe(true)
    await hands.press('Confirm and send')
    await hands.link('Done').waitFor()
    expect([await inView(hands.link('Done')), await inView(hands.link('Send another'))]).toEqual([true, true])
    await hands.follow('Done')
    await hands.at('Home')
  })

  test('the height of Wallets is for wallets: from the heading on there is nothing else', async () => {
    await at('wallets')
    const rows = page.getByRole('list', { name: 'Wallets' }).getByRole('listitem')
    await rows.nth(1).waitFor()
    for (const row of await rows.all()) expect(await inView(row)).toBe(true)
    const title = await page.getByRole('heading', { level: 1, name: 'Wallets' }).boundingBox()
    const first = await rows.first().boundingBox()
    expect((first?.y ?? 0) - (title?.y ?? 0) - (title?.height ?? 0)).toBeLessThan(40)
  })

  test('what a dialog asks can be answered without scrolling, and what is typed is above the answers', async () => {
    await at('settings', 'popup', { width: 384, height: 320 })
    await hands.press('Erase everything')
    const dialog = page.getByRole('dialog')
    const answer = dialog.getByRole('button', { name: 'Erase everything' })
    await answer.waitFor()
    expect(await dialog.evaluate((there) => there.scrollHeight > there.clientHeight)).toBe(true)
    await dialog.evaluate((there) => there.scrollTo(0, 0))
    expect(await inView(answer)).toBe(true)
    await dialog.getByRole('textbox').pressSequentially('er')
    expect([await inView(dialog.getByRole('textbox')), await inView(answer)]).toEqual([true, true])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('its page is as wide while it is short as when it has to be scrolled', async () => {
    await wallet.run('chrome.action.openPopup()')
    const views = (code: string) =>
      page.evaluate(
        `chrome.extension.getViews({ type: 'popup' }).map((view) => { const page = view.document; ${code} })`,
      )
    const widths = 'return [view.innerWidth, page.body.offsetWidth]'
    await expect.poll(() => views(`return page.querySelector('h1') !== null && page.body.offsetWidth`)).toEqual([384])
    const before = await views(widths)
    await views(`page.body.append(Object.assign(page.createElement('div'), { style: 'height: 900px' }))`)
    await expect.poll(() => views('return page.documentElement.scrollHeight > 900')).toEqual([true])
    expect(await views(widths)).toEqual(before)
  })
})

test.each([
  ['a narrow tab', { width: 480, height: 700 }, 'bar'],
  ['a tab at 200 %', { width: 640, height: 450 }, 'bar'],
  ['a wide tab', { width: 1180, height: 820 }, 'side'],
])('%s has one navigation, and the popup’s where there is little room', async (_, size, kind) => {
  await at('home', 'dashboard', size)
  await hands.at('Home')
  const navigation = page.getByRole('navigation', { name: 'Wallet' })
  expect(await navigation.count()).toBe(1)
  expect(await inView(navigation.getByRole('link', { name: 'Send' }))).toBe(true)
  expect(await navigation.getByRole('button', { name: 'Menu' }).count()).toBe(kind === 'bar' ? 1 : 0)
})
