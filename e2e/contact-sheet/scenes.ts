import type { Page } from 'playwright'
import { defaultLock } from '#extension/vault/lock-rules.ts'
import type { Mood } from './gateway.ts'

/** `narrow`: a tab of a small window, or one that is zoomed to twice its size. */
export type Surface = 'popup' | 'tab' | 'narrow'

export type Scene = {
  name: string
  /** The screen, as in the wallet's address. */
  at: string
  surfaces?: Surface[]
  mood?: Mood
  /** `new` is a browser in which nothing was set up. */
  wallet?: 'new' | 'locked' | 'connected'
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

const TAB: Surface[] = ['tab']
const POPUP: Surface[] = ['popup']
const ALL: Surface[] = ['popup', 'tab', 'narrow']

/** Every screen, each in the states that are easy to forget. */
export const scenes: Scene[] = [
  { name: 'welcome', at: '', wallet: 'new' },
  { name: 'locked', at: '', wallet: 'locked' },
  { name: 'home', at: '#/home', surfaces: ALL },
  { name: 'home, amounts shown', at: '#/home', act: showAmounts },
  { name: 'home, nothing yet', at: '#/home', mood: 'empty' },
  { name: 'home, empty wallet', at: '#/home', mood: 'fresh' },
  { name: 'home, gateway down', at: '#/home', mood: 'down' },
  { name: 'home, rate limited', at: '#/home', mood: 'busy' },
  { name: 'home, key revoked', at: '#/home', mood: 'revoked' },
  { name: 'send', at: '#/send' },
  { name: 'receive', at: '#/receive' },
  { name: 'send, another wallet of one’s own', at: '#/send', act: toOwnWallet, surfaces: POPUP },
  { name: 'mint', at: '#/mint', surfaces: ALL },
  { name: 'mint, more than there is', at: '#/mint', act: mintTooMuch, surfaces: POPUP },
  { name: 'mint, review', at: '#/mint', act: reviewMint, surfaces: ALL },
  { name: 'redeem', at: '#/redeem' },
  { name: 'fund', at: '#/fund' },
  { name: 'activity', at: '#/activity', surfaces: ALL },
  { name: 'activity, nothing yet', at: '#/activity', mood: 'empty', surfaces: TAB },
  { name: 'activity, gateway down', at: '#/activity', mood: 'down', surfaces: TAB },
  { name: 'home, received', at: '#/home', act: scrollToReceived, surfaces: POPUP },
  { name: 'activity, filters', at: '#/activity', act: openFilters },
  { name: 'activity, received', at: '#/activity', act: onlyReceived, surfaces: TAB },
  { name: 'activity, received, none', at: '#/activity', mood: 'empty', act: onlyReceived, surfaces: TAB },
  { name: 'activity, received, older gateway', at: '#/activity', mood: 'older', act: onlyReceived },
  { name: 'received, amount not known yet', at: '#/transaction?id=r1' },
  { name: 'received, long and large', at: '#/transaction?id=r2' },
  { name: 'received, own wallet', at: '#/transaction?id=r3', surfaces: TAB },
  { name: 'received, sealed', at: '#/transaction?id=r4' },
  { name: 'redeem under way', at: '#/transaction?id=t1' },
  { name: 'transfer settled', at: '#/transaction?id=t3', surfaces: TAB },
  { name: 'transfer failed', at: '#/transaction?id=t6' },
  { name: 'wallets', at: '#/wallets' },
  { name: 'wallets, nothing yet', at: '#/wallets', mood: 'empty', surfaces: TAB },
  { name: 'wallet, sealed', at: '#/wallet?id=w3' },
  { name: 'wallet, long and large', at: '#/wallet?id=w2' },
  { name: 'receipts and cards', at: '#/notas' },
  { name: 'security', at: '#/security', surfaces: TAB },
  { name: 'security, in the popup', at: '#/security', surfaces: POPUP },
  { name: 'settings', at: '#/settings' },
  { name: 'sites', at: '#/sites' },
  { name: 'connect another gateway', at: '#/connect', surfaces: TAB },
  { name: 'payment, settled', at: '#/home', act: paySettled, surfaces: ALL },
  // From here on there is a payment under way.
  { name: 'payment, outcome not known', at: '#/home', mood: 'down', act: pay },
  { name: 'stop following a payment', at: '#/home', mood: 'down', act: stopFollowing, surfaces: POPUP },
  { name: 'payment, perhaps paid already', at: '#/home', mood: 'restored', act: payAgain },
  { name: 'pay a second time', at: '#/home', mood: 'restored', act: paySecondTime },
  { name: 'erase, outcome not known', at: '#/settings', mood: 'down', act: erase },
]

async function scrollToReceived(page: Page): Promise<void> {
  await showAmounts(page)
  await page.getByRole('heading', { name: 'Recent activity' }).evaluate((heading) => heading.scrollIntoView())
}

async function openFilters(page: Page): Promise<void> {
  // Those that are set are open already: a press would close them.
  await page.locator('details.filters').evaluate((details) => details.setAttribute('open', ''))
}

async function onlyReceived(page: Page): Promise<void> {
  await openFilters(page)
  await page.getByLabel('Direction').selectOption('in')
  // What was chosen counts a moment after the last change.
  await page.waitForTimeout(600)
}

async function toOwnWallet(page: Page): Promise<void> {
  await page.getByLabel('Own wallet', { exact: true }).check()
}

async function mintTooMuch(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('1250.500001')
  await page.getByRole('button', { name: 'Review' }).click()
}

async function reviewMint(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('12.5')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('About').waitFor()
}

async function paySettled(page: Page): Promise<void> {
  await mint(page)
  await page.getByRole('heading', { name: 'Settled' }).waitFor()
}

async function mint(page: Page): Promise<void> {
  const id = crypto.randomUUID()
  await page.evaluate(`(async () => {
    const { profiles } = await chrome.storage.local.get('profiles')
    const order = { verb: 'mint', walletId: 'w1', amount: '12.5' }
    const input = { profileId: profiles.active, order, id: '${id}' }
    await chrome.runtime.sendMessage({ to: 'worker', name: 'money.begin', input })
    location.hash = '#/payment?id=${id}'
  })()`)
}

/** A payment whose gateway goes away at that moment. */
async function pay(page: Page): Promise<void> {
  await mint(page)
  await page.getByText('Outcome not known yet').waitFor()
}

/** One that the gateway may have made already, and does not know. */
async function payAgain(page: Page): Promise<void> {
  await mint(page)
  await page.getByRole('button', { name: 'Pay it all the same' }).waitFor()
}

async function paySecondTime(page: Page): Promise<void> {
  await payAgain(page)
  await page.getByRole('button', { name: 'Pay it all the same' }).click()
}

async function stopFollowing(page: Page): Promise<void> {
  await pay(page)
  await page.getByRole('button', { name: 'Stop following it' }).click()
}

async function erase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByText('not known').first().waitFor()
}

const shown = { lock: defaultLock, appearance: 'system', hideConfidential: false, notifications: false }

async function showAmounts(page: Page): Promise<void> {
  await page.evaluate(`chrome.storage.local.set({ settings: ${JSON.stringify(shown)} })`)
}
