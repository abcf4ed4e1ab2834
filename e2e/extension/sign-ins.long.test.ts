import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTester, PASSWORD } from '#gateway/testing/test-world.ts'
import { inSession, type Visitor } from '#gateway/testing/visitor.ts'
import { calling } from '../accounts/extension.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { goToScreen, handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** Sign-ins of two tabs that have one cookie, what stands on a screen whose sign-in ends, and what ends with its tab. */
let gateway: Gateway
let wallet: Wallet
let one: Page
let other: Page
/** The same person in another browser. */
let elsewhere: Visitor

beforeAll(async () => {
  ;[gateway, wallet] = await Promise.all([serveGateway(), openWallet()])
  elsewhere = await inSession(gateway.world, gateway.tester)
  await wallet.give(gateway.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey: gateway.tester.apiKey })
  one = await wallet.open('dashboard.html#/policies?of=account')
  other = await wallet.open('dashboard.html#/policies?of=account')
  for (const page of [one, other]) await lookNormal(page)
})
afterAll(async () => {
  await wallet?.close()
  await gateway?.close()
})

// What stood on the screen says more than the line that failed.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    for (const page of [one, other].filter((each) => !each.isClosed()))
      console.error(await page.locator('body').ariaSnapshot())
})

async function signIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await handsOn(page).press('Sign in')
}
const covered = (page: Page) => page.getByRole('dialog', { name: 'Your sign-in has ended' })
const perDay = (page: Page) => page.getByLabel('In any 24 hours', { exact: true })
/** Past the third one in a row, browsers close dialogs that prevent it. */
async function escapes(page: Page): Promise<void> {
  for (let each = 0; each < 6; each++) await page.keyboard.press('Escape')
}
/** A policy that is saved is among all of them. */
async function save(): Promise<void> {
  await handsOn(one).press('Save the policy')
  await handsOn(one).link('Change the policy of The account').waitFor()
}
const policy = async () => ((await elsewhere.tell('GET', '/policy')).data.policy ?? {}) as Record<string, unknown>

test('a tab learns of the sign-in of another one, and what was typed in it is there after its own next one', async () => {
  await signIn(one)
  await perDay(one).fill('50')
  await signIn(other)
  await perDay(other).fill('60')
  await covered(one).waitFor()
  expect(await flawsOf(one, 'a sign-in that ended')).toEqual([])
  await signIn(one)
  await covered(one).waitFor({ state: 'detached' })
  expect(await perDay(one).inputValue()).toBe('50')
  await covered(other).waitFor()
  await signIn(other)
  await covered(one).waitFor()
  await signIn(one)
  await covered(one).waitFor({ state: 'detached' })
  expect(await perDay(one).inputValue()).toBe('50')
  await covered(other).waitFor()
})

test('a tab in which nothing was typed asks for a sign-in where its screen was', async () => {
  const tab = await wallet.open('dashboard.html#/security')
  await signIn(tab)
  await covered(one).waitFor()
  await tab.getByText('Two-factor authentication').first().waitFor()
  await signIn(one)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await covered(tab).count()).toBe(0)
  await tab.close()
})

test('a tab whose sign-in is over ends none of another tab when it goes', async () => {
  await other.close()
  await handsOn(one).press('Review the change')
  await save()
  expect(await policy()).toMatchObject({ maxPerDay: '50' })
})

test('a review whose sign-in the gateway has ended is there after the next one, and is saved', async () => {
  await goToScreen(one, 'policies?of=account')
  await perDay(one).fill('70')
  await handsOn(one).press('Review the change')
  await gateway.world.db.deleteFrom('sessions').where('extensionOrigin', 'is not', null).execute()
  await handsOn(one).press('Save the policy')
  await covered(one).waitFor()
  await escapes(one)
  expect(await one.locator('dialog[open]').count()).toBe(1)
  await signIn(one)
  await covered(one).waitFor({ state: 'detached' })
  await handsOn(one).sees('50.00 of each token → 70.00 of each token')
  await save()
})

test('a sign-in on the gateway’s own page of this browser is the end of that in the wallet', async () => {
  const tab = await one.context().newPage()
  await tab.goto(`${gateway.origin}/account`)
  await handsOn(tab).press('Sign out')
  await handsOn(tab).type('E-mail', gateway.tester.email)
  await signIn(tab)
  await tab.getByText('Two-factor authentication').first().waitFor()
  await tab.close()
  await goToScreen(one, 'policies?of=account')
  await perDay(one).fill('80')
  await handsOn(one).press('Review the change')
  await handsOn(one).press('Save the policy')
  await covered(one).waitFor()
  await signIn(one)
  await covered(one).waitFor({ state: 'detached' })
  await save()
})

test('a policy that was changed elsewhere since it was read is not overwritten, and the review shows the change', async () => {
  await goToScreen(one, 'policies?of=account')
  await perDay(one).fill('80')
  await handsOn(one).press('Review the change')
  await elsewhere.tell('PUT', '/policy', { policy: { maxPerDay: '70', maxPerPayment: '5' } })
  await handsOn(one).press('Save the policy')
  await handsOn(one).alarmed('This policy was changed elsewhere meanwhile, and nothing is saved.')
  await handsOn(one).sees('5.00 of each token → No limit')
  expect(await policy()).toMatchObject({ maxPerDay: '70', maxPerPayment: '5' })
  await save()
  expect(await policy()).toMatchObject({ maxPerDay: '80', maxPerPayment: null })
})

test('a receiver that became a contact elsewhere a moment ago is told by name', async () => {
  const { contact } = await gateway.tester.api.createContact({ name: 'Bob the roofer', address: `0x${'1'.repeat(40)}` })
  const destinations = { allow: [`contact:${contact.id}`], otherwise: 'deny' }
  await elsewhere.tell('PUT', '/policy', { policy: { destinations } })
  await goToScreen(one, 'home')
  await goToScreen(one, 'policies')
  await handsOn(one).sees(/^Bob the roofer; all others/)
})

test('receivers that were typed are there again where they are limited again; what is wrong is said at them', async () => {
  await goToScreen(one, 'policies?of=account')
  const limited = one.getByRole('checkbox', { name: 'Only certain receivers' })
  const addresses = one.getByRole('textbox', { name: 'Addresses' })
  await limited.check()
  await addresses.fill('0x12')
  await handsOn(one).press('Review the change')
  await expect.poll(() => addresses.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await addresses.getAttribute('aria-invalid')).toBe('true')
  await limited.uncheck()
  await addresses.waitFor({ state: 'hidden' })
  await handsOn(one).press('Review the change')
  await save()
  expect(await policy()).toMatchObject({ destinations: null })
  await goToScreen(one, 'policies?of=account')
  await limited.check()
  const typed = `0x${'2'.repeat(40)}`
  await addresses.fill(typed)
  await limited.uncheck()
  await limited.check()
  expect(await addresses.inputValue()).toBe(typed)
})

test('a key that is shown once stays through the way back and the end of the sign-in, until it is kept', async () => {
  await goToScreen(one, 'security')
  await handsOn(one).press('New key')
  await one.getByRole('dialog').getByLabel('Name').fill('Shop')
  await handsOn(one).press('Make key')
  const secret = await one.locator('.secret').innerText()
  for (let each = 0; each < 2; each++) {
    await one.evaluate(
      `globalThis.went = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true })); history.back()`,
    )
    await one.evaluate('went.then(() => undefined)')
    expect(await one.evaluate('location.hash')).toBe('#/security')
  }
  await escapes(one)
  expect(await one.locator('.secret').innerText()).toBe(secret)
  const tab = await wallet.open('dashboard.html#/security')
  await signIn(tab)
  await covered(one).waitFor()
  await escapes(one)
  expect(await covered(one).isVisible()).toBe(true)
  expect(await one.locator('.secret').isVisible()).toBe(false)
  await signIn(one)
  await covered(one).waitFor({ state: 'detached' })
  expect(await one.locator('.secret').innerText()).toBe(secret)
  await one.getByRole('dialog').getByRole('checkbox').check()
  await handsOn(one).press('Done')
  await one.locator('.secret').waitFor({ state: 'detached' })
  await one.evaluate('history.back()')
  await handsOn(one).at('Policies')
})

test('a dialog that a late answer opens stays below; once nothing is pending, the sign-in is where the screen was', async () => {
  await goToScreen(one, 'security')
  await handsOn(one).press('New key')
  const form = one.getByRole('dialog')
  await form.getByLabel('Name').fill('Till')
  const late = wallet.wire.stop('answer', ({ method, path }) => method === 'POST' && path.endsWith('/api-keys'))
  await handsOn(one).press('Make key')
  await late.reached
  const tab = await wallet.open('dashboard.html#/security')
  await signIn(tab)
  await covered(one).waitFor()
  late.open()
  await one.locator('.secret').waitFor({ state: 'attached' })
  expect(await one.locator('dialog[open]').count()).toBe(1)
  expect(await one.locator('.secret').isVisible()).toBe(false)
  await signIn(one)
  await covered(one).waitFor({ state: 'detached' })
  await one.getByRole('dialog').getByRole('checkbox').check()
  await handsOn(one).press('Done')
  await one.locator('.secret').waitFor({ state: 'detached' })
  await signIn(tab)
  await one.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await covered(one).count()).toBe(0)
  await tab.close()
})

test('a password that was typed is gone with the sign-in, and what is discarded leaves the focus in the next one', async () => {
  const tab = await wallet.open('dashboard.html#/security')
  await signIn(tab)
  await tab.getByRole('region', { name: 'Password', exact: true }).getByRole('button').click()
  const typed = tab.locator('[name=currentPassword]')
  await typed.fill(PASSWORD)
  await signIn(one)
  await covered(tab).waitFor()
  expect(await typed.inputValue()).toBe('')
  await handsOn(tab).press('Discard it')
  await covered(tab).waitFor({ state: 'detached' })
  expect(await tab.evaluate('document.activeElement.name')).toBe('password')
  await tab.close()
})

/** Accounts of the sessions that pages of the wallet have. */
const ofPages = async () => {
  const sessions = gateway.world.db.selectFrom('sessions').select('accountId').where('extensionOrigin', 'is not', null)
  return (await sessions.execute()).map(({ accountId }) => accountId)
}

async function signedInAnew(): Promise<Page> {
  const page = await wallet.open('dashboard.html#/security')
  await signIn(page)
  await page.getByText('this one').waitFor()
  return page
}

test('a session ends with the tab that holds it', async () => {
  const page = await signedInAnew()
  expect(await ofPages()).toEqual([gateway.tester.accountId])
  await page.close()
  await expect.poll(ofPages).toEqual([])
})

test('the session of another account that was begun since stays', async () => {
  const page = await signedInAnew()
  const { email, accountId } = await createTester(gateway.world, {}, gateway.tester.app)
  await page.evaluate(calling(gateway.origin, 'POST', '/auth/login', { email, password: PASSWORD }))
  expect(await ofPages()).toEqual([accountId])
  const left = wallet.wire.stop('answer', ({ path }) => path.endsWith('/auth/logout'))
  await page.close()
  await left.reached
  expect(await ofPages()).toEqual([accountId])
  left.open()
})

test('a tab that connects ends no sign-in that another one began since', async () => {
  const passwordIsGivenOut = (mustChangePassword: 0 | 1) =>
    gateway.world.db.updateTable('accounts').set({ mustChangePassword }).execute()
  const { profiles } = await wallet.run<{ profiles: { list: { id: string }[] } }>(
    `chrome.storage.local.get('profiles')`,
  )
  await passwordIsGivenOut(1)
  const connecting = await wallet.open(`dashboard.html#/connect?reconnect=${profiles.list[0]?.id}`)
  await signIn(connecting)
  await connecting.locator('[name=newPassword]').waitFor()
  await passwordIsGivenOut(0)
  const page = await signedInAnew()
  const leaving = wallet.wire.seen.length
  await connecting.close()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const logouts = wallet.wire.seen.slice(leaving).filter(({ path }) => path.endsWith('/auth/logout'))
  expect(logouts.map(({ headers }) => headers['sotto-account'])).toEqual([gateway.tester.accountId])
  await page.close()
})
