import { expect, test } from 'vitest'
import { setDisabled } from '#gateway/accounts/store.ts'
import { createApiKey } from '#gateway/auth/credentials/api-keys.ts'
import { createTester, PASSWORD } from '#gateway/testing/test-world.ts'
import { inSession, signedIn as visitorSignedIn } from '#gateway/testing/visitor.ts'
import {
  ask,
  button,
  dialog,
  forgiveFailedCalls,
  gateway,
  page,
  said,
  setUpAccountPage,
  signedIn,
} from './account-page.ts'

/** What the page shows of sessions that change, and what it does when answers come late or never, or are of another account. */
setUpAccountPage()

const asked = () => page.getByRole('heading', { name: 'Is it still you?' })

async function stillMe(): Promise<void> {
  await dialog().getByLabel('Password').fill(PASSWORD)
  await dialog().getByRole('button', { name: 'Continue' }).click()
}

test('an account that was disabled leads to the sign-in, by a call and by opening the page', async () => {
  await signedIn()
  const { db, keys, clock } = gateway.world
  await setDisabled(db, keys, gateway.tester.accountId, clock.now())
  await button('New key').click()
  await dialog().getByLabel('Name').fill('Late')
  await button('Make key').click()
  await said('Your session has ended.')
  await page.reload()
  await page.getByLabel('E-mail').waitFor()
})

test('sessions that a new password has ended are gone from the list', async () => {
  await inSession(gateway.world, gateway.tester)
  await signedIn()
  await button('End session A program').waitFor()
  await button('Change').click()
  await dialog().getByLabel('Current password').fill(PASSWORD)
  await dialog().getByLabel('New password').fill('a lake in the rain')
  await button('Change password').click()
  await said('Every other session has ended.')
  await button('End session A program').waitFor({ state: 'detached' })
})

test('a new sign-in is in the list, also where what asked for it was not done', async () => {
  await signedIn()
  await page.getByText('this one').waitFor()
  gateway.world.clock.pass(10 * 60_000)
  await button('New key').click()
  await dialog().getByLabel('Name').fill('Later')
  await button('Make key').click()
  await asked().waitFor()
  await page.route('**/api-keys', (route) => route.abort())
  const listed = page.waitForResponse(/\/me\/sessions$/)
  await stillMe()
  await listed
  await page.getByRole('alert').filter({ hasText: 'The gateway does not answer.' }).waitFor()
  forgiveFailedCalls()
})

test('one new sign-in is enough for all that waited for it', async () => {
  const strangers = [
    await inSession(gateway.world, gateway.tester),
    await visitorSignedIn(gateway.tester, { 'user-agent': 'phone' }),
  ]
  await signedIn()
  gateway.world.clock.pass(10 * 60_000)
  await button('End session phone').waitFor()
  await page.evaluate(`for (const each of document.querySelectorAll('[aria-label^="End session"]')) each.click()`)
  await asked().waitFor()
  await stillMe()
  for (const name of ['A program', 'phone']) await button(`End session ${name}`).waitFor({ state: 'detached' })
  for (const stranger of strangers) expect((await stranger.tell('GET', '/me')).code).toBe('invalid_session')
})

test('an answer that comes after its dialog was closed closes no other', async () => {
  const { world, tester } = gateway
  await createApiKey(world, { accountId: tester.accountId, label: 'Shop' })
  await signedIn()
  let answer = () => {}
  await page.route('**/api-keys/*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await button('Revoke test').click()
  const sent = page.waitForRequest('**/api-keys/*')
  await button('Revoke key').click()
  await sent
  await button('Cancel').click()
  await button('Revoke Shop').click()
  answer()
  await said('Key “test” is revoked.')
  await button('Revoke test').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Revoke “Shop”?' }).waitFor()
})

test('an answer that never comes has an end', async () => {
  await page.addInitScript(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => timeout(ms / 100)
  }`)
  await page.route('**/auth/session', () => {})
  await page.reload()
  await page.getByRole('alert').filter({ hasText: 'The gateway took too long to answer.' }).waitFor()
})

/** All tabs of a browser have one cookie: another one signs in to another account while this one shows the first. */
async function anotherSignsIn() {
  await signedIn()
  await page.getByText('this one').waitFor()
  const another = await createTester(gateway.world, {}, gateway.tester.app)
  const { status } = await ask('POST', '/auth/login', { email: another.email, password: PASSWORD })
  expect(status).toBe(200)
  return another
}

test('a key that is asked for on the page of the first account is made for neither', async () => {
  await anotherSignsIn()
  await button('New key').click()
  await dialog().getByLabel('Name').fill('Mine')
  await button('Make key').click()
  await button('Copy key').or(page.getByLabel('E-mail')).waitFor()
  // Each account has the one that it began with.
  expect(await gateway.world.db.selectFrom('apiKeys').select('id').execute()).toHaveLength(2)
  await said('Your session has ended.')
  expect(await page.getByLabel('E-mail').inputValue()).toBe(gateway.tester.email)
})

test('signing out of the first account leaves the session of the other', async () => {
  const { email } = await anotherSignsIn()
  await button('Sign out').click()
  await said('Signed out.')
  expect((await ask('GET', '/auth/session')).body.data).toMatchObject({ user: { email } })
})
