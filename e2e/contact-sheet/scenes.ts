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
  { name: 'you are connected', at: '', wallet: 'new', act: setUpToItsEnd, surfaces: TAB },
  { name: 'locked', at: '', wallet: 'locked' },
  { name: 'home', at: '#/home', surfaces: ALL },
  { name: 'home, amounts shown', at: '#/home', act: showAmounts },
  { name: 'home, something new', at: '#/home', act: withNews, surfaces: ALL },
  { name: 'home, nothing yet', at: '#/home', mood: 'empty' },
  { name: 'home, empty wallet', at: '#/home', mood: 'fresh' },
  { name: 'home, gateway down', at: '#/home', mood: 'down' },
  { name: 'home, rate limited', at: '#/home', mood: 'busy' },
  { name: 'home, key revoked', at: '#/home', mood: 'revoked' },
  { name: 'send', at: '#/send' },
  { name: 'receive', at: '#/receive' },
  { name: 'send, another wallet of one’s own', at: '#/send', act: toOwnWallet, surfaces: POPUP },
  { name: 'send, review, long names', at: '#/send', act: reviewSend, surfaces: ALL },
  { name: 'send, nobody to pay', at: '#/send', act: sendToNobody, surfaces: POPUP },
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
  { name: 'security, signed in', at: '#/security', act: signIn, surfaces: ['tab', 'narrow'] },
  { name: 'recovery codes', at: '#/security', act: renewCodes, surfaces: ['tab', 'narrow'] },
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

async function setUpToItsEnd(page: Page): Promise<void> {
  const fill = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  // Drawn once, it is connected: what comes after the second picture is the wallet.
  await page.evaluate('chrome.storage.local.clear().then(() => chrome.storage.session.clear())')
  await page.reload()
  for (const name of ['next', 'again']) await fill(name, 'a lake in the rain')
  await press('Continue')
  await fill('address', DRAWN.origin)
  await press('Find the gateway')
  await fill('email', 'olivia.fernandes@harbour-bakery.example')
  await fill('password', 'as drawn')
  await press('Sign in')
  await page.getByRole('heading', { name: 'You are connected' }).waitFor()
}

/** Where the gateway stands that is drawn: its port is another one each time. */
export const DRAWN = { origin: '' }

/** As if what is listed had come in while nobody looked. */
async function withNews(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { profiles, arrivals } = await chrome.storage.local.get(['profiles', 'arrivals'])
    const heard = { floor: 0, known: {}, ...arrivals?.[profiles.active], unseen: ['r1', 'r2', 'r3'] }
    await chrome.storage.local.set({ arrivals: { [profiles.active]: heard } })
  })()`)
  await page.reload()
  await page.getByText('New', { exact: true }).first().waitFor()
  await page
    .getByText('New', { exact: true })
    .first()
    .evaluate((tag) => tag.scrollIntoView({ block: 'center' }))
}

async function reviewSend(page: Page): Promise<void> {
  await toOwnWallet(page)
  await page.getByLabel('From wallet').selectOption('w2')
  await page.getByLabel('Own wallet to pay').selectOption('w1')
  await page.getByLabel('Amount', { exact: true }).fill('18446744073709.551615')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('About').waitFor()
}

async function sendToNobody(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).check()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('alert').first().waitFor()
}

async function signIn(page: Page): Promise<void> {
  const signedIn = page.getByText('Two-factor authentication').first()
  await page.getByLabel('Password', { exact: true }).or(signedIn).first().waitFor()
  if (!(await signedIn.isVisible())) {
    await page.getByLabel('Password', { exact: true }).fill('as drawn')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signedIn.waitFor()
}

async function renewCodes(page: Page): Promise<void> {
  await signIn(page)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=code]').fill('123456')
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByText('k3f90-').waitFor()
}

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
  await pay(page)
  await page.evaluate(`location.hash = '#/settings'`)
  await page.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByText('not known').first().waitFor()
}

const shown = { lock: defaultLock, appearance: 'system', hideConfidential: false, notifications: false }

async function showAmounts(page: Page): Promise<void> {
  await page.evaluate(`chrome.storage.local.set({ settings: ${JSON.stringify(shown)} })`)
}
