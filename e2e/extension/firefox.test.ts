import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Wallet } from '#shared/model/wallet.ts'
import { clientOf, type Gateway, makeKey, settled, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { type FirefoxHands, openInFirefox } from './firefox-hands.ts'

const EMAIL = 'admin@sotto.local'
const PASSWORD = 'a boat in the harbour'
const WALLET_PASSWORD = 'a lake in the rain'

const folder = temporaryFolder()
let gateway: Gateway
let api: Client
let supplier: Wallet
let hands: FirefoxHands

beforeAll(async () => {
  const dataDir = join(folder.path, 'gateway')
  gateway = await startGateway({ dataDir, env: { SOTTO_ADMIN_PASSWORD: PASSWORD } })
  const key = await makeKey(dataDir, 'bob@harbour.example')
  supplier = (await clientOf(gateway, key).createWallet({ type: 'custodial', label: 'Supplier' })).wallet
  api = clientOf(gateway, await makeKey(dataDir))
  const { wallet } = await api.createWallet({ type: 'custodial', label: 'Till' })
  await api.fund({ walletId: wallet.id, amount: '300' })
  await api.mint({ walletId: wallet.id, amount: '120' })
  hands = await openInFirefox()
})

afterAll(async () => {
  await hands?.close()
  await gateway?.stop()
  folder.remove()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await hands.shown())
})

test('connect: password, address, sign-in, and a key of its own', async () => {
  await hands.at('Choose a wallet password')
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.type('Repeat', WALLET_PASSWORD)
  await hands.press('Continue')
  await hands.at('Where is your gateway?')
  await hands.type('Address of the gateway', gateway.url.replace('127.0.0.1', 'localhost'))
  await hands.press('Find the gateway')
  await hands.at('Connect your account')
  await hands.type('E-mail', EMAIL)
  await hands.type('Password', PASSWORD)
  await hands.press(/^Sign in$/)
  await hands.at('You are connected')
  await hands.press('Open Sotto')
})

test('unlock: what was locked opens with the password, and shows the balances', async () => {
  await hands.at('Home')
  await hands.press('Lock the wallet')
  await hands.at('Welcome back')
  expect(await hands.shown()).not.toContain('180')
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.press(/^Unlock$/)
  await hands.at('Home')
  await hands.sees('Till')
  await hands.sees(/180\.00\s*STABLE/)
})

test('send: a payment is followed to its end', async () => {
  await hands.press(/^Send$/)
  await hands.at('Send')
  await hands.type('Address of the recipient', supplier.address)
  await hands.type('Amount', '45.25')
  await hands.press('Review')
  await hands.at('Review the payment')
  await hands.press('Confirm and send')
  await hands.sees(/^Settled$/m)
  await hands.sees(/Moved on the chain\s+Done/)
  const [wallet] = (await api.listWallets({})).wallets
  expect(await triple(api, wallet?.id ?? '')).toEqual(['180', '74.75', '254.75'])
})

test('sidebar: it opens beside the page, with the form as it was typed elsewhere, and instead of the popup where that is chosen', async () => {
  await hands.press(/^Send$/)
  await hands.at('Send')
  await hands.type('Amount', '3.25')
  // Firefox lets only a press open or close it.
  const atNextPress = (deed: 'open' | 'close') =>
    hands.told(`addEventListener('click', () => browser.sidebarAction.${deed}(), { once: true, capture: true })`)
  await atNextPress('open')
  await hands.press(/^Home$/)
  const inSidebar = (code: string) =>
    hands.told(`browser.extension.getViews({ type: 'sidebar' }).map(({ document, location }) => ${code})`)
  await expect.poll(() => inSidebar(`document.querySelector('h1')?.innerText`)).toEqual(['Home'])
  await inSidebar(`location.hash = '#/send'`)
  await expect.poll(() => inSidebar(`document.querySelector('[name=amount]')?.value`)).toEqual(['3.25'])
  await atNextPress('close')
  const opens = () => hands.told<string>('browser.action.getPopup({})')
  expect(await opens()).toMatch(/popup\.html$/)
  await hands.press(/^Settings$/)
  await hands.at('Settings')
  await hands.choose('The side panel')
  await expect.poll(opens).toBe('')
})

test('receive: what somebody else paid arrives', async () => {
  const key = await makeKey(join(folder.path, 'gateway'), 'carol@harbour.example')
  const carol = clientOf(gateway, key)
  const { wallet: hers } = await carol.createWallet({ type: 'custodial' })
  await carol.fund({ walletId: hers.id, amount: '20' })
  const [till] = (await api.listWallets({})).wallets
  const { transaction } = await carol.transfer({
    walletId: hers.id,
    to: till?.address ?? '',
    amount: '5.5',
    token: 'STABLE',
  })
  await settled(carol, transaction.id)
  await hands.press(/^Home$/)
  await hands.at('Home')
  await hands.sees(/Received from 0x/)
  await hands.press('Refresh')
  await hands.sees(/185\.50\s*STABLE/)
})
