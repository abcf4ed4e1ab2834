import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf } from './looks.ts'

/** The side panel: the same wallet beside the page, for whoever chose it. */
let gateway: Gateway
let wallet: Wallet

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { api, apiKey } = gateway.tester
  const { wallet: till } = await api.createWallet({ type: 'custodial', label: 'Till' })
  await api.fund({ walletId: till.id, amount: '100' })
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey })
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const opens = () => wallet.run<string>('chrome.action.getPopup({})')

test('the browser warns of nothing at install, with the panel’s permission as without', async () => {
  const manifest = await wallet.run<{ permissions: string[] }>('chrome.runtime.getManifest()')
  expect(manifest.permissions).toContain('sidePanel')
  const warnings = await wallet.run(
    'chrome.management.getPermissionWarningsByManifest(JSON.stringify(chrome.runtime.getManifest()))',
  )
  expect(warnings).toEqual([])
})

test('the button opens what was chosen, after a restart of the browser too', async () => {
  expect(await opens()).toMatch(/popup\.html$/)
  const choose = async (title: string) => {
    const page = await wallet.open('sidepanel.html#/settings')
    await handsOn(page).choose(title)
    await page.close()
  }
  await choose('The side panel')
  await expect.poll(opens).toBe('')
  await wallet.restart()
  await expect.poll(opens).toBe('')
  await wallet.unlock()
  await choose('A popup')
  await expect.poll(opens).toMatch(/popup\.html$/)
})

test('a half-filled form goes from the popup to the panel, and on to a tab', async () => {
  const popup = await wallet.open('popup.html#/home')
  await handsOn(popup).follow('Send')
  await handsOn(popup).type('Amount', '12.5')
  await expect
    .poll(() => wallet.run('chrome.storage.session.get().then((kept) => JSON.stringify(kept))'))
    .toContain('12.5')
  await popup.close()
  // As the popup would, it opens where the person was.
  const panel = await wallet.open('sidepanel.html')
  await handsOn(panel).at('Send')
  const typed = (page: Page) => handsOn(page).field('Amount').inputValue()
  await expect.poll(() => typed(panel)).toBe('12.5')
  const opened = wallet.context().waitForEvent('page')
  await handsOn(panel).press('Open the dashboard')
  const tab = await opened
  await handsOn(tab).at('Send')
  await expect.poll(() => typed(tab)).toBe('12.5')
  await tab.close()
})

test('at every width of a panel nothing stands out sideways', async () => {
  const panel = await wallet.open('sidepanel.html')
  for (const place of ['home', 'send', 'receive', 'activity', 'settings', 'security']) {
    await panel.evaluate(`location.hash = '#/${place}'`)
    await panel.locator('h1').first().waitFor()
    for (const width of [320, 400, 500]) {
      await panel.setViewportSize({ width, height: 700 })
      const beside = await panel.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect(beside, `${place} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await panel.evaluate(`location.hash = '#/send'`)
  await handsOn(panel).at('Send')
  expect(await flawsOf(panel, 'Send in the panel')).toEqual([])
  await panel.close()
})
