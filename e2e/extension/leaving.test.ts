import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTester, PASSWORD } from '#gateway/testing/test-world.ts'
import { calling } from '../accounts/extension.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'

/** A page of the wallet that goes away ends the sign-in that it holds, and none that took its place. */
let gateway: Gateway
let wallet: Wallet

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey: gateway.tester.apiKey })
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

async function signedIn(): Promise<Page> {
  const page = await wallet.open('dashboard.html#/security')
  const hands = handsOn(page)
  await hands.type('Password', PASSWORD)
  await hands.press('Sign in')
  await page.getByText('this one').waitFor()
  return page
}

const sessions = async () =>
  (await gateway.world.db.selectFrom('sessions').select('accountId').execute()).map(({ accountId }) => accountId)

test('its session ends with it', async () => {
  const page = await signedIn()
  expect(await sessions()).toEqual([gateway.tester.accountId])
  await page.close()
  await expect.poll(sessions).toEqual([])
})

test('the session of another account that was begun since stays', async () => {
  const page = await signedIn()
  const { email, accountId } = await createTester(gateway.world, {}, gateway.tester.app)
  await page.evaluate(calling(gateway.origin, 'POST', '/auth/login', { email, password: PASSWORD }))
  expect(await sessions()).toEqual([accountId])
  const left = wallet.wire.stop('answer', ({ path }) => path.endsWith('/auth/logout'))
  await page.close()
  await left.reached
  expect(await sessions()).toEqual([accountId])
  left.open()
})
