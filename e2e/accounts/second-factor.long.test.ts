import { generateSync } from 'otplib'
import type { Route } from 'playwright'
import { expect, test } from 'vitest'
import { PASSWORD } from '#gateway/testing/test-world.ts'
import {
  ask,
  button,
  dialog,
  forgiveFailedCalls,
  gateway,
  page,
  setUpAccountPage,
  signedIn,
  signIn,
} from './account-page.ts'

/** A second factor whose sign-in grows old, whose answers are lost, whose code comes too late. */
setUpAccountPage()

const codeOf = (secret: unknown) =>
  generateSync({ secret: String(secret), epoch: Math.floor(gateway.world.clock.now() / 1000) })
const alarmed = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const typeCode = (code: string) => page.getByRole('textbox', { name: 'Code' }).fill(code)
const codes = () => dialog().locator('.codes li').first()

/** Switched on by API, with the page of the account. What it answers makes codes that were not used yet. */
async function withTotp(): Promise<() => string> {
  await signedIn()
  const { secret } = (await ask('POST', '/me/totp', { password: PASSWORD })).body.data
  expect((await ask('POST', '/me/totp/confirm', { code: codeOf(secret) })).status).toBe(200)
  await page.reload()
  await button('Switch off').waitFor()
  return () => {
    gateway.world.clock.pass(60_000)
    return codeOf(secret)
  }
}

/** Does what is asked for, and loses the answer. */
async function loseAnswers(path: string): Promise<void> {
  await page.route(path, async (route: Route) => {
    await route.fetch()
    await route.abort()
  })
}

async function heard(path: string): Promise<void> {
  await page.unroute(path)
  forgiveFailedCalls()
}

test('it is switched off with one code, however old the sign-in', async () => {
  const code = await withTotp()
  gateway.world.clock.pass(10 * 60_000)
  await button('Switch off').click()
  await dialog().getByLabel('Password').fill(PASSWORD)
  await typeCode(code())
  await dialog().getByRole('button', { name: 'Switch off' }).click()
  const asked = page.getByRole('heading', { name: 'Is it still you?' })
  await button('Set up').or(asked).first().waitFor()
  expect(await asked.count()).toBe(0)
})

test('new recovery codes whose answer is lost are made once more', async () => {
  const code = await withTotp()
  const path = '**/me/totp/recovery-codes'
  await loseAnswers(path)
  await button('New recovery codes').click()
  await typeCode(code())
  await button('Make new codes').click()
  await alarmed('The old codes may be void.')
  await heard(path)
  await typeCode(code())
  await button('Make new codes').click()
  await codes().waitFor()
})

test('a set-up whose answer is lost goes on to new recovery codes', async () => {
  await signedIn()
  await button('Set up').click()
  await dialog().getByLabel('Password').fill(PASSWORD)
  await button('Continue').click()
  await page.getByText('Cannot scan?').click()
  const secret = (await dialog().locator('.secret').innerText()).replaceAll(' ', '')
  const path = '**/me/totp/confirm'
  await loseAnswers(path)
  await typeCode(codeOf(secret))
  await button('Switch on').click()
  await alarmed('Two-factor authentication may be on.')
  await heard(path)
  await button('Switch on').click()
  await page.getByRole('heading', { name: 'New recovery codes' }).waitFor()
  gateway.world.clock.pass(60_000)
  await typeCode(codeOf(secret))
  await button('Make new codes').click()
  await codes().waitFor()
  await dialog().getByLabel('I have kept it').check()
  await button('Done').click()
  await button('Switch off').waitFor()
})

test('a sign-in that ended before its code came begins again with the password', async () => {
  const code = await withTotp()
  await button('Sign out').click()
  await signIn()
  const late = async () => {
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    gateway.world.clock.pass(5 * 60_000)
    await typeCode(code())
    await button('Continue').click()
    await alarmed('This sign-in has ended.')
  }
  await late()
  await page.getByLabel('Password').fill(PASSWORD)
  await button('Sign in').click()
  await typeCode(code())
  await button('Continue').click()

  await button('New key').click()
  await dialog().getByLabel('Name').fill('Later')
  gateway.world.clock.pass(10 * 60_000)
  await button('Make key').click()
  const give = async () => {
    await dialog().getByLabel('Password').fill(PASSWORD)
    await dialog().getByRole('button', { name: 'Continue' }).click()
  }
  await give()
  await late()
  await give()
  await typeCode(code())
  await button('Continue').click()
  await button('Copy key').waitFor()
})
