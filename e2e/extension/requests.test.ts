import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#gateway/auth/credentials/api-keys.ts'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { goToScreen, type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** Where the focus is when a list grows and when buttons go, and the ways on where something is lacking. */
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

test('a wallet that is too poor for a request is led to money', async () => {
  const { wallet: choir } = await gateway.tester.api.createWallet({ type: 'custodial', label: 'Choir' })
  const { request } = await gateway.tester.api.createRequest({ walletId: choir.id, token: 'STABLE', amount: '5' })
  const { nota: text } = await gateway.tester.api.getRequestNota({ id: request.id })
  const draft = { text, walletId: null, amount: '', payment: crypto.randomUUID() }
  await page.evaluate(`chrome.storage.local.get('profiles').then(({ profiles }) =>
    chrome.storage.session.set({ ['draft pay ' + profiles.active]: ${JSON.stringify(draft)} }))`)
  await goToScreen(page, 'pay')
  await hands.sees('This wallet does not have enough STABLE.')
  await hands.follow('Fund this wallet')
  await hands.at('Fund')
})

test('the review of a batch leads back', async () => {
  const { api } = gateway.tester
  const walletId = (await api.listWallets({})).wallets[0]?.id
  const rows = [`0x${'1'.repeat(40)}`, 'nowhere'].map((to) => ({ to, amount: '1', walletId }))
  const { batch } = await api.createBatch({ rows, name: 'June' })
  await goToScreen(page, `batches?id=${batch.id}`)
  await hands.press('Review')
  await hands.at('Review the batch')
  await hands.press('Back')
  await hands.at('June')
})

test('a key of some wallets is told what waits in a tab, once a person has signed in', async () => {
  const { tester, world, origin } = gateway
  const walletIds = (await tester.api.listWallets({})).wallets.map(({ id }) => id)
  const { secret } = await createApiKey(world, { accountId: tester.accountId, label: 'Some', walletIds })
  const some = await wallet.ask<{ id: string }>('profile.add', { origin, name: 'Some', apiKey: secret })
  await wallet.ask('profile.select', { profileId: some.id })
  const popup = await wallet.open('popup.html#/approvals')
  await handsOn(popup).sees('Sign in to see it.')
  const [tab] = await Promise.all([wallet.context().waitForEvent('page'), handsOn(popup).press('Open in a tab')])
  const there = handsOn(tab)
  await there.sees('Sign in to see it.')
  await there.type('Password', PASSWORD)
  await there.press('Sign in')
  await there.sees('No payment waits for you.')
  expect(await tab.getByText('Sign in to see it.').count()).toBe(0)
  await there.follow('Policies')
  await there.at('Policies')
})
