import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { walletWithMoney } from '#gateway/testing/test-world.ts'
import { isLong } from '../../gateway/testing/how-often.ts'
import { type Gateway, serveGateway } from '../accounts/gateway.ts'
import { openWallet, type Wallet } from './harness/wallet.ts'
import { type HostileGateway, type Mood, serveHostile } from './hostile/gateway.ts'
import { moods } from './hostile/moods.ts'

let honest: Gateway
let wallet: Wallet
let page: Page
/** Every screen, with what it is about. */
let screens: string[]
/** What ran that must not, and what the browser complained of. */
let complaints: string[] = []

beforeAll(async () => {
  honest = await serveGateway()
  const { api } = honest.tester
  const { id } = await walletWithMoney(honest.tester)
  await api.patchWallet({ id, label: 'Till' })
  const other = (await api.createWallet({ type: 'custodial', label: 'Savings' })).wallet
  await api.transfer({ walletId: id, toWalletId: other.id, amount: '5', externalId: 'invoice 7' })
  const row = { amount: '1', to: `0x${'b'.repeat(40)}` }
  const { batch } = await api.createBatch({ rows: [row], walletId: id, name: 'June' })
  const { webhook } = await api.createWebhook({ url: 'http://127.0.0.1:9/', events: ['transaction.settled'] })
  const { transaction } = await api.redeem({ walletId: id, amount: '3' })
  screens = [
    'home',
    'send',
    'batches',
    `batches?id=${batch.id}`,
    'webhooks',
    `webhooks?id=${webhook.id}`,
    'webhooks?make=',
    'receive',
    'fund',
    'mint',
    'redeem',
    'activity',
    `transaction?id=${transaction.id}`,
    'payment?id=unknown',
    'wallets',
    'wallets?watch=1',
    `wallet?id=${id}`,
    `wallet?id=${id}&export=1`,
    'contacts',
    'contacts?add=',
    'notas',
    'security',
    'settings',
    'connect',
  ]
  // Past the proxy that other tests look through: it would wait for the end of an answer that has none.
  wallet = await openWallet({ hosts: ['http://localhost'], direct: true })
  await wallet.give(honest.origin)
  await wallet.create()
  await wallet.ask('profile.add', { origin: honest.origin, name: 'Honest', apiKey: honest.tester.apiKey })
  page = await wallet.open('dashboard.html')
  watch(page)
})

beforeEach(() => {
  complaints = []
})

afterAll(async () => {
  await wallet?.close()
  await honest?.close()
})

function watch(each: Page): void {
  each.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  each.on('dialog', (dialog) => complaints.push(dialog.message()))
  each.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
}

/** Connects a gateway of that mood, about which nothing was read before. */
async function connected(mood: Mood): Promise<HostileGateway> {
  const hostile = await serveHostile(honest.origin, mood)
  await wallet.ask('profile.add', { origin: hostile.origin, name: 'Hostile', apiKey: honest.tester.apiKey })
  return hostile
}

/** What is wrong with the screen that stands there; empty where it stands. */
async function damage(at: Page, screen: string): Promise<string[]> {
  await at.evaluate(`location.hash = '#/${screen}'`)
  const heading = at.getByRole('heading', { level: 1 })
  const stands = await heading.waitFor({ state: 'attached' }).then(
    () => true,
    () => false,
  )
  const busy = at.locator('[aria-busy=true]').first()
  // Some of these gateways keep a screen waiting for ever.
  await busy.waitFor({ state: 'detached', timeout: 250 }).catch(() => undefined)
  const found = (await at.evaluate(`({
    headings: document.querySelectorAll('h1').length,
    links: document.querySelectorAll('nav a').length,
    beside: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    pwned: String(globalThis.pwned),
  })`)) as Record<string, unknown>
  const well =
    found.headings === 1 && Number(found.links) >= 4 && Number(found.beside) <= 0 && found.pwned === 'undefined'
  return stands && well ? [] : [`${screen}: ${JSON.stringify(found)}`]
}

/** These fill a screen with what a gateway says: they meet the screens of the popup too, which have less room. */
const filling = ['script in labels, tokens and messages', 'labels of a megabyte', 'amounts of sixty digits']

/** These leave it without. */
const empty = ['answers of another shape', 'no answer ever']
/**
 * Those of a kind share the screens out between them. The other moods run before a release, when each meets every screen: how an
 * answer is read is what `hostile-answers.test.ts` holds.
 */
const met = Object.entries(moods).filter(([name]) => isLong || [...filling, ...empty].includes(name))

describe.each(met)('%s', (name, mood) => {
  const sharing = filling.includes(name) ? filling : empty
  const inPopup = isLong || sharing === filling ? test : () => {}
  let hostile: HostileGateway
  beforeAll(async () => {
    hostile = await connected(mood)
  })
  afterAll(() => hostile?.close())

  test('screens stand in the tab, with their heading and their navigation', async () => {
    const own = screens.filter((_, index) => isLong || index % sharing.length === sharing.indexOf(name))
    const damaged: string[] = []
    for (const screen of own) damaged.push(...(await damage(page, screen)))
    expect([...damaged, ...complaints]).toEqual([])
  })

  test('the worker goes on answering', async () => {
    expect(await wallet.ask('vault.state')).toMatchObject({ state: 'unlocked' })
  })

  inPopup('so it does in the popup', async () => {
    const popup = await wallet.open('popup.html')
    watch(popup)
    await popup.setViewportSize({ width: 384, height: 600 })
    const damaged: string[] = []
    for (const screen of ['home', 'activity', 'wallets', 'send']) damaged.push(...(await damage(popup, screen)))
    await popup.close()
    expect([...damaged, ...complaints]).toEqual([])
  })
})

const AWAY = 'The gateway does not answer.'
const NOT_SOTTO = 'Something answered that is not a Sotto gateway.'
const SENSELESS = 'The gateway sent an answer that makes no sense here.'

test.each<[string, Mood | undefined, string]>([
  ['one that is away', (response) => response.destroy(), AWAY],
  ['one that leads elsewhere', (response) => response.writeHead(307, { location: honest.origin }).end(), AWAY],
  ['one that sends a page', moods['answers that are no JSON of Sotto'], NOT_SOTTO],
  ['one that never ends', moods['answers without an end'], NOT_SOTTO],
  ['one of another version', (response) => response.end('{"ok":true,"data":{}}'), SENSELESS],
])('%s is called by its name', async (_, mood, sentence) => {
  const hostile = await connected(mood ?? (() => undefined))
  await page.evaluate(`location.hash = '#/activity'`)
  await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor()
  await hostile.close()
})
