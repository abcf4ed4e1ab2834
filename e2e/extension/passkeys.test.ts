import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { virtualAuthenticator } from '../accounts/chromium.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { firstTab } from './first-tab.ts'
import { type Hands, handsOn } from './hands.ts'
import { launchWallet } from './launch.ts'
import { setUp } from './set-up.ts'

const WALLET_PASSWORD = 'a lake in the rain'

const folder = temporaryFolder()
let gateway: Gateway
let context: BrowserContext
let page: Page
let hands: Hands
let authenticator: Awaited<ReturnType<typeof virtualAuthenticator>>

beforeAll(async () => {
  // No setting names the extension: its origin is the same everywhere, so every gateway knows it.
  gateway = await serveGateway()
  await gateway.tester.api.createWallet({ type: 'custodial', label: 'Savings' })
  const { context: opened, url } = await launchWallet({ profile: folder.path, hosts: ['http://localhost/*'] })
  context = opened
  context.setDefaultTimeout(120_000)
  page = await firstTab(context, url('dashboard.html'))
  hands = handsOn(page)
  authenticator = await virtualAuthenticator(context, page)
  await setUp(page, { origin: gateway.origin, email: gateway.tester.email, password: PASSWORD }, WALLET_PASSWORD)
})

afterAll(async () => {
  await context?.close()
  await gateway?.close()
  folder.remove()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await page.locator('body').ariaSnapshot())
})

test('a passkey for the account is made in the dashboard', async () => {
  await hands.goTo('Security')
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.press('Add a passkey')
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await hands.press('Continue')
  await hands.hears('Passkey “Laptop” is added.')
  const stored = await gateway.world.db.selectFrom('passkeys').selectAll().execute()
  expect(stored).toEqual([expect.objectContaining({ name: 'Laptop' })])
})

test('it signs in there, without a password', async () => {
  await hands.press('Sign out')
  await hands.press('Sign in with a passkey')
  await hands.sees(`Signed in as ${gateway.tester.email}`)
  await page.getByText('Laptop', { exact: true }).waitFor()
})

test('it brings back a wallet whose key was revoked', async () => {
  await hands.press(/^Revoke Sotto wallet, Chrom/)
  await hands.press('Revoke key')
  await hands.goTo('Home')
  await hands.press('Refresh')
  await hands.press('Reconnect')
  await hands.press('Sign in with a passkey')
  await hands.hears('Connected again.')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('a passkey of the browser unlocks the wallet; so does the password', async () => {
  await hands.goTo('Security')
  await hands.press('Switch on unlocking with a passkey')
  await hands.hears('The passkey opens this wallet from now on.')
  await hands.press('Lock the wallet')
  await hands.at('Welcome back')
  await hands.press('Unlock with a passkey')
  await hands.at('Security')
  await hands.goTo('Home')
  await hands.sees('Savings')
  await hands.press('Lock the wallet')
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.press('Unlock')
  await hands.at('Home')
})

test('a passkey without secrets of its own cannot unlock, and the wallet says why', async () => {
  await hands.goTo('Security')
  await hands.press('Switch off unlocking with a passkey')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await hands.hears('The passkey no longer opens this wallet.')
  await authenticator.remove()
  authenticator = await virtualAuthenticator(context, page, false, false)
  await hands.press('Switch on unlocking with a passkey')
  await hands.alarmed('This passkey cannot unlock a wallet')
  await hands.press('Lock the wallet')
  await hands.at('Welcome back')
  expect(await hands.button('Unlock with a passkey').count()).toBe(0)
})

test('a passkey that is declined says so, and the password is still a way in', async () => {
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.press('Unlock')
  await hands.at('Security')
  await authenticator.verifies(false)
  await hands.press('Sign in with a passkey')
  await hands.alarmed('The passkey was not used')
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await hands.sees(`Signed in as ${gateway.tester.email}`)
})
