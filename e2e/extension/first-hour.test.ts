import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { type Hands, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** The set-up of somebody who was given a password, on a line that loses answers. */
let gateway: Gateway
let wallet: Wallet
let page: Page
let hands: Hands

const WALLET_PASSWORD = 'a lake in the rain'
const OWN_PASSWORD = 'an owl in the old barn'

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  await gateway.world.db.updateTable('accounts').set({ mustChangePassword: 1 }).execute()
  page = await wallet.open('dashboard.html')
  hands = handsOn(page)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

const made = async () => (await gateway.world.db.selectFrom('wallets').select('id').execute()).length

test('the password that was given out is not asked for again where a new one is chosen', async () => {
  await hands.type('Wallet password', WALLET_PASSWORD)
  await hands.type('Repeat', WALLET_PASSWORD)
  await hands.press('Continue')
  await hands.type('Address of the gateway', gateway.origin)
  await hands.press('Find the gateway')
  await hands.type('E-mail', gateway.tester.email)
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await page.locator('[name=newPassword]').waitFor()
  expect(await page.locator('input[type=password]').count(), 'the new one alone').toBe(1)
  await page.locator('[name=newPassword]').fill(OWN_PASSWORD)
  await page.locator('form').getByRole('button').last().click()
  await hands.at('You are connected')
})

test('a browser whose toolbar does not show Sotto is told how to keep it in sight', async () => {
  await hands.sees(/^Keep Sotto in sight: press the jigsaw piece/)
})

test('the first wallet is one, though its answer was lost and another name is typed before it is asked for again', async () => {
  let isLost = true
  const next = () => wallet.wire.stop('answer', ({ method, path }) => method === 'POST' && path.endsWith('/wallets'))
  let answer = next()
  // A browser asks once more by itself where a connection ends that had been used before.
  const losing = async () => {
    for (; isLost; answer = next()) {
      await answer.reached
      answer.drop()
    }
  }
  void losing()
  await hands.press('Create my first wallet')
  await hands.alarmed(/./)
  isLost = false
  answer.open()
  expect(await made()).toBe(1)
  await hands.type('Name of the wallet', 'Till')
  await hands.press('Create my first wallet')
  await hands.at('Home')
  expect(await made()).toBe(1)
})

test('payments that cannot be read are not told as none', async () => {
  await wallet.run(`chrome.storage.local.set({ intents: 'of another wallet' })`)
  await hands.sees('Payments of this browser cannot be read')
  await hands.goTo('Activity')
  await hands.sees('Payments of this browser cannot be read')
})
