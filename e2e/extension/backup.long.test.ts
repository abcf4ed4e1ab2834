import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { temporaryFolder } from '../harness/gateway.ts'
import { handsOn } from './hands.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { flawsOf, lookNormal } from './looks.ts'

/** A backup is made in one browser and restored in another. */
const SITE = 'http://localhost:7001'
const ADA = `0x${'a'.repeat(40)}`
const PASSPHRASE = 'velvet anchor moss quartet'
const folder = temporaryFolder()
const file = join(folder.path, 'backup.json')
let gateway: Gateway
let first: Wallet
let second: Wallet

beforeAll(async () => {
  ;[gateway, first, second] = await Promise.all([serveGateway(), openWallet(), openWallet()])
  await first.give(gateway.origin)
  await first.create()
  await first.ask('profile.add', { origin: gateway.origin, name: 'Home', apiKey: gateway.tester.apiKey })
  await first.ask('site.enable', { origin: SITE })
  await gateway.tester.api.createContact({ name: 'Ada', address: ADA })
  await second.create()
})
afterAll(async () => {
  await first?.close()
  await second?.close()
  await gateway?.close()
  folder.remove()
})

test('it is made under a passphrase that is not soon guessed, and has no key in it', async () => {
  const page = await first.open('dashboard.html#/settings')
  const hands = handsOn(page)
  await lookNormal(page)
  await hands.choose('Dark')
  await hands.press('Make a backup')
  const typeBoth = async (text: string) => {
    await hands.type('Passphrase of the backup', text)
    await hands.type('Repeat', text)
    await hands.press('Save the file')
  }
  await typeBoth('password123')
  await hands.alarmed('is easy to guess')
  const saved = page.waitForEvent('download')
  await typeBoth(PASSPHRASE)
  await (await saved).saveAs(file)
  await hands.hears('The backup is in your downloads.')
  expect(readFileSync(file, 'utf8')).not.toContain('localhost')
  expect(await flawsOf(page, 'Settings with the backup')).toEqual([])
})

test('in another browser a damaged one is refused, and so is a wrong passphrase; then all of it is there', async () => {
  const page = await second.open('dashboard.html')
  const hands = handsOn(page)
  await lookNormal(page)
  await hands.at('Where is your gateway?')
  await hands.press('Restore a backup')
  const choose = (path: string) => page.locator('input[type=file]').setInputFiles(path)
  const cut = join(folder.path, 'cut.json')
  writeFileSync(cut, readFileSync(file, 'utf8').slice(0, -30))
  await choose(cut)
  await hands.sees('This backup is damaged')
  await choose(file)
  await hands.type('Passphrase of the backup', 'another four words here')
  await hands.press('Open')
  await hands.alarmed('is not the one of this backup')
  const local = () => second.run<Record<string, object>>('chrome.storage.local.get()')
  expect(await local()).not.toHaveProperty('settings')
  await hands.type('Passphrase of the backup', PASSPHRASE)
  await hands.press('Open')
  await hands.sees('In it: one gateway, one site, and your settings.')
  expect(await flawsOf(page, 'a backup that was opened')).toEqual([])
  await hands.press('Restore all of it')
  await hands.at('Home')
  await hands.sees('This gateway came from a backup, which holds no key.')
  expect(await local()).toMatchObject({
    settings: { appearance: 'dark' },
    profiles: { list: [{ name: 'Home' }] },
    sites: [{ origin: SITE }],
  })
  // Another browser has its key, and nothing here claims to revoke it.
  const { list } = (await local()).profiles as { list: { id: string }[] }
  await page.evaluate((to) => location.assign(to), `#/settings?remove=${list[0]?.id}&revoke=1`)
  await hands.sees(`stays valid until you revoke it at ${gateway.origin}/account, under “API keys”.`)
  await hands.button('Remove from this browser only').waitFor()
  expect(await page.getByRole('button', { name: /revoke|Sign in/i }).count()).toBe(0)
  // It is the same gateway as before, with a key of this browser.
  const { apiKey } = gateway.tester
  await second.ask('profile.reconnect', { profileId: list[0]?.id, apiKey })
  await expect.poll(() => page.getByText('This gateway came from a backup').count()).toBe(0)
  // Contacts are kept by the gateway, whose they are: they are there with the key, and in no file.
  await hands.goTo('Contacts')
  await hands.button('Pay Ada').waitFor()
})
