import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import { clientOf, type Gateway, makeKey, startGateway, temporaryFolder, triple } from '../harness/gateway.ts'
import { type AccountWithTotp, accountWithTotp } from './account-with-totp.ts'
import { firstTab } from './first-tab.ts'
import { fileOf, type Hands, handsOn } from './hands.ts'
import { ownServices } from './harness/wallet.ts'
import { startWire, type Wire } from './harness/wire.ts'
import { launchWallet } from './launch.ts'
import { flawsOf, lookNormal } from './looks.ts'

const EMAIL = 'ada@harbour.example'
const PASSWORD = 'a boat in the harbour'
const WALLET_PASSWORD = 'a lake in the rain'

const folder = temporaryFolder()
let gateway: Gateway
let origin: string
let account: AccountWithTotp
/** The account of somebody else at the same gateway. */
let bob: Client
let context: BrowserContext
let page: Page
let hands: Hands
/** What was wrong with the screens, and what the browser complained of. */
const flaws: string[] = []
/** Everything that anything in the browser sends. */
let wire: Wire

beforeAll(async () => {
  const dataDir = join(folder.path, 'gateway')
  gateway = await startGateway({ dataDir, env: { SOTTO_ADMIN_EMAIL: EMAIL, SOTTO_ADMIN_PASSWORD: PASSWORD } })
  origin = gateway.url.replace('127.0.0.1', 'localhost')
  account = await accountWithTotp(gateway.url, EMAIL, PASSWORD)
  bob = clientOf(gateway, await makeKey(dataDir, 'bob@harbour.example'))
  wire = await startWire()
  const { context: opened, url } = await launchWallet({
    profile: join(folder.path, 'chromium'),
    hosts: ['http://localhost/*'],
    proxy: { server: wire.url },
    args: ownServices,
  })
  context = opened
  context.setDefaultTimeout(120_000)
  page = await firstTab(context, url('dashboard.html'))
  page.on('pageerror', (error) => flaws.push(error.message))
  page.on('console', (message) => {
    // A refusal that the story provokes is in the console, no matter who handles it.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) flaws.push(message.text())
  })
  hands = handsOn(page)
  await lookNormal(page)
})

afterAll(async () => {
  await context?.close()
  await wire?.close()
  await gateway?.stop()
  folder.remove()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(flaws, await page.locator('body').ariaSnapshot())
})

const look = async (screen: string) => void flaws.push(...(await flawsOf(page, screen)))
const keys = async () => (await account.session.listApiKeys({})).apiKeys
const wallet = async () => (await session().listWallets({})).wallets[0]
const session = () => account.session

/** Follows a payment on its screen to the end, and answers the states of its steps. */
async function settled(): Promise<string[]> {
  await page.getByRole('heading', { level: 2, name: 'Settled', exact: true }).waitFor()
  return page.getByRole('list', { name: 'Progress' }).getByRole('listitem').allInnerTexts()
}

async function signIn(): Promise<void> {
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.type('Code', await account.code())
  await hands.press('Continue')
}

/** What is left of the first steps; those that are done say so. */
const firstSteps = async () =>
  (await page.locator('.first-step').allInnerTexts()).map((text) => text.replace(/^\d?\s*/, '').split('\n')[0])

test('a fresh wallet gets a password of its own', async () => {
  await hands.at('Choose a wallet password')
  await hands.sees('Sotto sends and receives money without showing everybody how much.')
  expect(await page.locator('.intro-picture').innerText()).toMatch(/You\s+Your gateway\s+The chain/)
  await look('password')
  await hands.type('Wallet password', 'password12')
  await hands.type('Repeat', 'password12')
  await hands.press('Continue')
  await hands.alarmed('The wallet password is easy to guess')
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.type('Repeat', WALLET_PASSWORD)
  await hands.press('Continue')
})

test('it finds the gateway by its address and signs in with password and code', async () => {
  await hands.at('Where is your gateway?')
  await look('gateway')
  await hands.type('Address of the gateway', origin)
  await hands.press('Find the gateway')
  await hands.at('Connect your account')
  await look('sign-in')
  await hands.type('E-mail', EMAIL)
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.field('Code').waitFor()
  await look('code')
  expect(await keys()).toEqual([])
  await hands.type('Code', await account.code())
  await hands.press('Continue')
})

test('it has made a key of its own, which the gateway lists with the name of the browser', async () => {
  await hands.at('You are connected')
  // A browser that was just set up shows no extension in its toolbar.
  await hands.sees(/^Keep Sotto in sight: press the jigsaw piece/)
  await look('connected')
  expect(await keys()).toEqual([
    expect.objectContaining({
      label: expect.stringMatching(/^Sotto wallet, Chrom/),
      scopes: ['read', 'manage', 'pay'],
    }),
  ])
  const sessions = (await session().listSessions({})).sessions
  expect(sessions, 'the sign-in ended once the key was made').toHaveLength(1)
})

test('the first wallet is made', async () => {
  expect(await hands.field('Name of the wallet').inputValue()).toBe('Main wallet')
  await hands.press('Create my first wallet')
  await hands.at('Home')
  await hands.link('Fund the wallet').waitFor()
  expect(await firstSteps()).toEqual(['Fund the wallet', 'Make the money private', 'Send some of it'])
  await hands.link('Fund').waitFor()
  await look('home, empty wallet')
  expect(await wallet()).toMatchObject({ type: 'CUSTODIAL', isPrimary: true, label: 'Main wallet' })
})

test('the faucet funds it', async () => {
  await hands.follow('Fund')
  await hands.at('Fund')
  await hands.type('Amount', '1000')
  await look('fund')
  await hands.press('Review')
  await hands.at('Review the faucet payment')
  await look('review of a faucet payment')
  await hands.press('Confirm and fund')
  expect(await settled()).toHaveLength(2)
  await look('payment')
})

test('money is minted by keyboard alone', async () => {
  await hands.goTo('Home')
  await hands.at('Home')
  await expect.poll(firstSteps).toEqual(['Fund the wallet Done', 'Make the money private', 'Send some of it'])
  const press = async (there: ReturnType<Hands['button']>) => {
    await hands.tabTo(there)
    expect(await there.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
    await page.keyboard.press('Enter')
  }
  await press(hands.link('Mint Make private').first())
  await hands.at('Mint')
  await look('mint')
  await hands.tabTo(hands.field('Amount'))
  await page.keyboard.type('400')
  await press(hands.button('Review'))
  await hands.at('Review the mint')
  await press(hands.button('Confirm and mint'))
  await settled()
  await hands.hears('Mint settled.')
})

test('a card that is dropped as a file is paid', async () => {
  const { wallet: till } = await bob.createWallet({ type: 'custodial', label: 'Till' })
  const { nota } = await bob.getWalletNota({ id: till.id, label: 'true' })
  await hands.goTo('Send')
  await hands.at('Send')
  await look('send')
  await hands.drop(fileOf(folder.path, 'till.nota', nota))
  await hands.sees('Signed by the wallet itself.')
  await hands.type('Amount', '125.5')
  await look('send to a card')
  await hands.press('Review')
  await hands.at('Review the payment')
  await hands.sees('You have not paid this address before')
  await look('review of a payment')
  await hands.press('Confirm and send')
  await settled()
  await look('payment to a card')
  expect(await triple(bob, till.id)).toEqual(['0', '125.5', '125.5'])
})

test('a redeem is followed to its end, both legs', async () => {
  await hands.goTo('Home')
  await hands.follow('Redeem Make public')
  await hands.at('Redeem')
  await hands.type('Amount', '74.5')
  await look('redeem')
  await hands.press('Review')
  await hands.press('Confirm and redeem')
  const steps = (await settled()).join(' ')
  expect(steps).toMatch(/Taken by the gateway\s+Done .*Burned on the chain\s+Done .*Paid out by the operator\s+Done/s)
  await look('redeem, settled')
})

test('its receipt is downloaded, and verifies when it is dropped back', async () => {
  const [download] = await Promise.all([page.waitForEvent('download'), hands.press('Download the receipt')])
  const text = readFileSync(await download.path(), 'utf8')
  expect(download.suggestedFilename()).toMatch(/^sotto-receipt-\w+\.nota$/)
  expect(await bob.verifyNota({ nota: text })).toMatchObject({ type: 'receipt', valid: true })
  await hands.goTo('Receipts and cards')
  await hands.at('Receipts and cards')
  await look('receipts and cards')
  await hands.drop(fileOf(folder.path, download.suggestedFilename(), text))
  await hands.sees('This is a transaction of your account.')
  await page.getByText('Valid', { exact: true }).waitFor()
  await page.getByText('Who signed it, and what was checked').click()
  await hands.sees('The chain shows in public that 74.5 moved.')
  await look('receipt')
})

test('the screens that have not been looked at yet are fit to be seen', async () => {
  const id = (await wallet())?.id ?? ''
  const { items } = await session().listTransactions({})
  for (const [at, title] of [
    ['home', 'Home'],
    ['activity', 'Activity'],
    [`transaction?id=${items[0]?.id}`, /Redeem|Transaction/],
    ['wallets', 'Wallets'],
    ['wallets?watch=1', 'Watch a wallet'],
    [`wallet?id=${id}`, /./],
    [`wallet?id=${id}&export=1`, 'Export the key'],
    ['receive', 'Receive'],
    ['security', 'Security'],
    ['settings', 'Settings'],
    ['connect', 'Connect a gateway'],
  ] as const) {
    await page.evaluate(`location.hash = '#/${at}'`)
    await hands.at(title)
    await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: 120_000 }).toBe(0)
    await look(at)
  }
})

test('the screen and the gateway agree on the balance', async () => {
  expect(await triple(session(), (await wallet())?.id ?? '')).toEqual(['674.5', '200', '874.5'])
  await hands.goTo('Home')
  await page.getByText('674.5').first().waitFor()
})

test('a key that was revoked at the gateway is said to be, and a new sign-in brings the wallet back', async () => {
  const [key] = await keys()
  await session().revokeApiKey({ id: key?.id ?? '' })
  await hands.press('Refresh')
  await hands.alarmed('The gateway does not accept the key of this wallet any more')
  await look('key not accepted')
  await hands.press('Reconnect')
  await hands.at('Reconnect')
  await look('reconnect')
  await signIn()
  await hands.hears('Connected again.')
  await hands.at('Home')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await keys()).toEqual([
    expect.objectContaining({ label: key?.label, id: expect.not.stringMatching(`^${key?.id}$`) }),
  ])
  await hands.press('Refresh')
  await page.getByText('674.5').first().waitFor()
})

test('locked, it shows nothing but the way back in', async () => {
  await hands.press('Lock the wallet')
  await hands.at('Welcome back')
  expect(await page.getByText('674.5').count()).toBe(0)
  await look('locked')
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.press('Unlock')
  await hands.at('Home')
})

test('in all of it no screen had a flaw, and nobody but the gateway was asked anything', async () => {
  expect(flaws).toEqual([])
  expect(new Set(wire.seen.map((request) => request.origin))).toEqual(new Set([origin]))
})
