import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { goToScreen, type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** Where the focus is when a list grows and when buttons go. */
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  const { api, apiKey } = gateway.tester
  const { wallet: till } = await api.createWallet({ type: 'custodial', label: 'Till' })
  for (let each = 0; each < 21; each++) await api.createRequest({ walletId: till.id, token: 'cSTABLE' })
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey })
  page = await wallet.open('dashboard.html#/requests')
  hands = handsOn(page)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await page.locator('body').ariaSnapshot())
})

test('the list and the focus stay while more requests are asked for', async () => {
  const rows = page.getByRole('list', { name: 'Requests', exact: true }).getByRole('listitem')
  const more = hands.button('Show more')
  await more.waitFor()
  const late = wallet.wire.stop('answer', ({ path }) => path.includes('/requests?'))
  await more.focus()
  await page.keyboard.press('Enter')
  await late.reached
  expect(await rows.count()).toBe(20)
  expect(await more.evaluate((element) => element === document.activeElement)).toBe(true)
  late.open()
  await expect.poll(() => rows.count()).toBe(21)
})

test('the focus stays on the screen of a request that is cancelled by the keyboard', async () => {
  const [request] = (await gateway.tester.api.listRequests({})).items
  await goToScreen(page, `requests?id=${request?.id}`)
  await hands.button('Cancel the request').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the request' }).focus()
  await page.keyboard.press('Enter')
  await hands.hears('The request is cancelled.')
  await expect.poll(() => page.getByRole('button', { name: 'Cancel the request' }).count()).toBe(0)
  expect(await page.evaluate(`document.activeElement?.closest('main') !== null`)).toBe(true)
})
