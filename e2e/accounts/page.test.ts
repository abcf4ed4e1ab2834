import { generateSync } from 'otplib'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createTester, PASSWORD } from '#gateway/testing/test-world.ts'
import { inSession } from '#gateway/testing/visitor.ts'
import type { WalletExport } from '#shared/model/wallet.ts'
import {
  anotherAuthenticator,
  ask,
  authenticator,
  button,
  dialog,
  forgiveFailedCalls,
  gateway,
  page,
  said,
  setUpAccountPage,
  signedIn,
  signIn,
} from './account-page.ts'
import { creating, getting } from './chromium.ts'

setUpAccountPage()

test('a wrong password is refused beside the fields; the right one shows the account, signing out ends it', async () => {
  await signIn('wrong but long enough')
  await page.getByRole('alert').filter({ hasText: 'E-mail or password is wrong.' }).waitFor()
  await signIn()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await button('Sign out').click()
  await said('Signed out.')
  await page.getByLabel('Password').waitFor()
  expect((await ask('GET', '/auth/session')).status).toBe(401)
})

test('a given-out password is changed before anything else', async () => {
  const { db } = gateway.world
  await db.updateTable('accounts').set({ mustChangePassword: 1 }).execute()
  await signIn()
  await page.getByLabel('Password you were given').fill(PASSWORD)
  await page.getByLabel('New password').fill('password1234')
  await button('Change password').click()
  await page.getByRole('alert').filter({ hasText: 'The new password is among the most common passwords' }).waitFor()
  await page.getByLabel('New password').fill('a lake in the rain')
  await button('Change password').click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
})

test('a key is made, shown once, works, and is revoked', async () => {
  await signedIn()
  await button('New key').click()
  await dialog().getByLabel('Name').fill('Shop')
  await dialog().getByLabel('Move money').uncheck()
  await dialog().getByLabel('Expires').selectOption('In 90 days')
  await button('Make key').click()
  const secret = await dialog()
    .getByText(/^sotto_sk_/)
    .innerText()
  await dialog().getByLabel('I have kept it').check()
  await button('Done').click()
  const use = () => fetch(`${gateway.origin}/api/v1/auth/session`, { headers: { authorization: `Bearer ${secret}` } })
  expect(await (await use()).json()).toMatchObject({
    data: { credential: { label: 'Shop', scopes: ['read', 'manage'] } },
  })
  expect(await page.content()).not.toContain(secret)
  await button('Revoke Shop').click()
  await button('Revoke key').click()
  await said('Key “Shop” is revoked.')
  expect((await use()).status).toBe(401)
})

/** A sign-in of ten minutes ago, and a new key that asks for another one. */
async function askedAgain(): Promise<void> {
  await signedIn()
  gateway.world.clock.pass(10 * 60_000)
  await button('New key').click()
  await dialog().getByLabel('Name').fill('Later')
  await button('Make key').click()
  await page.getByRole('heading', { name: 'Is it still you?' }).waitFor()
}

test('what is dangerous asks again who one is, ten minutes after the sign-in', async () => {
  await askedAgain()
  await dialog().getByLabel('Password').fill(PASSWORD)
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await button('Copy key').waitFor()
})

test('another session is ended after a new sign-in where the last one is ten minutes old', async () => {
  const stranger = await inSession(gateway.world, gateway.tester)
  await signedIn()
  gateway.world.clock.pass(10 * 60_000)
  await button('End session A program').click()
  const asked = page.getByRole('heading', { name: 'Is it still you?' })
  await asked.or(page.getByText('Your sign-in is over ten minutes old.')).first().waitFor()
  expect(await asked.count()).toBe(1)
  await dialog().getByLabel('Password').fill(PASSWORD)
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await said('The session has ended.')
  expect((await stranger.tell('GET', '/auth/session')).status).toBe(401)
})

test('a passkey of another account does nothing to that account, and ends the session', async () => {
  const other = await createTester(gateway.world, {}, gateway.tester.app)
  await signIn(PASSWORD, other)
  await button('Add a passkey').click()
  await dialog().getByLabel('Name').fill('Other')
  await button('Continue').click()
  await said('Passkey “Other” is added.')
  await button('Sign out').click()
  await askedAgain()
  await button('Use a passkey').click()
  await button('Copy key').or(page.getByLabel('E-mail')).waitFor()
  expect(await button('Copy key').count()).toBe(0)
  await said('Your session has ended.')
  // Each account has the one that it began with.
  expect(await gateway.world.db.selectFrom('apiKeys').select('id').execute()).toHaveLength(2)
  expect((await ask('GET', '/auth/session')).status).toBe(401)
})

test('a passkey is added, signs in, is renamed and removed', async () => {
  await signedIn()
  await button('Add a passkey').click()
  await dialog().getByLabel('Name').fill('Laptop')
  await button('Continue').click()
  await said('Passkey “Laptop” is added.')
  await button('Sign out').click()
  await button('Sign in with a passkey').click()
  await page.getByText('Laptop').waitFor()
  await button('Rename Laptop').click()
  await dialog().getByLabel('Name').fill('Phone')
  await button('Rename').click()
  await button('Remove Phone').click()
  await button('Remove passkey').click()
  await said('Passkey “Phone” is removed.')
  await button('Sign out').click()
  await button('Sign in with a passkey').click()
  await page.getByRole('alert').filter({ hasText: 'This passkey was not accepted.' }).waitFor()
})

test('a real authenticator that does not verify its user is refused, as is a replay', async () => {
  await signedIn()
  let id = ''
  const register = async (bend: (options: Record<string, unknown>) => unknown) => {
    const { challengeId, options } = (await ask('POST', '/me/passkeys/options', {})).body.data
    const response = await page.evaluate(creating(bend(options as Record<string, unknown>)))
    id = (response as { id: string }).id
    return (await ask('POST', '/me/passkeys', { challengeId, name: 'x', response })).status
  }
  const unasked = (options: Record<string, unknown>) => ({
    ...options,
    userVerification: 'discouraged',
    allowCredentials: [{ type: 'public-key', id }],
  })
  await anotherAuthenticator(true)
  const unverified = { authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' } }
  expect(await register((options) => ({ ...options, ...unverified }))).toBe(401)
  await anotherAuthenticator()
  expect(await register((options) => options)).toBe(201)

  await authenticator.verifies(false)
  const first = (await ask('POST', '/auth/passkey/options', {})).body.data
  const unverifiedUse = await page.evaluate(getting(unasked(first.options as never)))
  expect((await ask('POST', '/auth/passkey', { challengeId: first.challengeId, response: unverifiedUse })).status).toBe(
    401,
  )
  await authenticator.verifies(true)
  const second = (await ask('POST', '/auth/passkey/options', {})).body.data
  const response = await page.evaluate(getting(second.options))
  const send = (challengeId: unknown) => ask('POST', '/auth/passkey', { challengeId, response })
  expect((await send(second.challengeId)).status).toBe(200)
  expect((await send(second.challengeId)).status).toBe(401)
  const third = (await ask('POST', '/auth/passkey/options', {})).body.data
  expect((await send(third.challengeId)).status).toBe(401)
})

test('two-factor authentication is set up from the secret on the page, and asked for at the next sign-in', async () => {
  await signedIn()
  await button('Set up').click()
  await dialog().getByLabel('Password').fill(PASSWORD)
  await button('Continue').click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  await page.getByText('Cannot scan?').click()
  const secret = (await dialog().locator('.secret').innerText()).replaceAll(' ', '')
  const code = () => generateSync({ secret, epoch: Math.floor(gateway.world.clock.now() / 1000) })
  await page.getByRole('textbox', { name: 'Code' }).fill(code())
  await button('Switch on').click()
  const recoveryCode = await dialog().locator('.codes li').first().innerText()
  // The browser closes most dialogs at the second Esc.
  for (let each = 0; each < 3; each++) await page.keyboard.press('Escape')
  expect(await dialog().locator('.codes li').first().innerText()).toBe(recoveryCode)
  await dialog().getByLabel('I have kept it').check()
  await button('Done').click()
  await button('Switch off').waitFor()

  for (const answer of [() => recoveryCode, code]) {
    gateway.world.clock.pass(60_000)
    await button('Sign out').click()
    await signIn()
    await page.getByRole('textbox', { name: 'Code' }).fill(answer())
    await button('Continue').click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
  }
})

test("an exported key is opened by the browser's own cryptography, which shares no code with ours", async () => {
  await signedIn()
  const { wallet } = await gateway.tester.api.createWallet({ type: 'custodial' })
  const passphrase = 'kühl und lang genug'
  const { body } = await ask('POST', `/wallets/${wallet.id}/export`, { passphrase })
  const file = body.data.export as WalletExport
  const key = await page.evaluate(`(async () => {
    const file = ${JSON.stringify(file)}
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const utf8 = (text) => new TextEncoder().encode(text)
    const secret = await crypto.subtle.importKey('raw', utf8(${JSON.stringify(passphrase)}), 'PBKDF2', false, ['deriveKey'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(file.kdf.salt), iterations: 310000 }
    const key = await crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
    const box = { name: 'AES-GCM', iv: bytes(file.cipher.iv), additionalData: utf8(file.address) }
    const plain = new Uint8Array(await crypto.subtle.decrypt(box, key, bytes(file.ciphertext)))
    return '0x' + [...plain].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  })()`)
  expect(privateKeyToAddress(key as `0x${string}`)).toBe(wallet.address)
})

test('a session that was ended elsewhere leads to the sign-in at the next call', async () => {
  await signedIn()
  await page.getByText('this one').waitFor()
  await gateway.world.db.deleteFrom('sessions').execute()
  await button('New key').click()
  await dialog().getByLabel('Name').fill('Late')
  await button('Make key').click()
  await said('Your session has ended.')
  expect(await page.getByLabel('E-mail').inputValue()).toBe(gateway.tester.email)
  await signedIn()
})

test('what was loaded stays, with its age and a way to try again, while the gateway is away', async () => {
  await signedIn()
  for (let each = 0; each < 6; each++) {
    await button('Sign out').click()
    await signedIn()
  }
  await page.getByText('Page 1 of 2').waitFor()
  await page.route('**/api/**', (route) => route.abort())
  await button('Older').click()
  await page.getByText('The gateway does not answer.').waitFor()
  await page.getByText('Page 1 of 2').waitFor()
  await page.unroute('**/api/**')
  await button('Try again').click()
  await page.getByText('Page 2 of 2').waitFor()
  forgiveFailedCalls()
})
