import type { Locator, Page } from 'playwright'
import { defaultLock } from '#extension/vault/lock-rules.ts'

/** What a person does before a picture is taken. */

export async function saveBackup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a backup', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

/** As if what is listed had come in while nobody looked. */
export async function withNews(page: Page): Promise<void> {
  // A wallet that was just installed opened its dashboard: whatever is seen there is no news anywhere.
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.getByRole('heading', { name: 'Recent activity' }).waitFor()
  // The worker counts as seen what is there when the page opens.
  await page.waitForTimeout(800)
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

export async function reviewSend(page: Page): Promise<void> {
  await toOwnWallet(page)
  await page.getByLabel('From wallet').selectOption('w2')
  await page.getByLabel('Own wallet to pay').selectOption('w1')
  await page.getByLabel('Amount', { exact: true }).fill('18446744073709.551615')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('About').waitFor()
}

export async function sendToNobody(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).check()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('alert').first().waitFor()
}

export async function signInToApprove(page: Page): Promise<void> {
  await signInUntil(page, page.getByRole('button', { name: 'Approve', exact: true }))
}

export async function signInToPolicies(page: Page): Promise<void> {
  await signInUntil(page, page.getByRole('heading', { name: 'Wallets', exact: true }))
}

export async function reviewPolicy(page: Page): Promise<void> {
  await signInUntil(page, page.getByRole('button', { name: 'Review the change' }))
  await page.getByLabel('In any 24 hours').fill('2500')
  await page.getByLabel('mint', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Review the change' }).click()
  await page.getByText('This lets more pass than before').waitFor()
}

export async function signIn(page: Page): Promise<void> {
  await signInUntil(page, page.getByText('Two-factor authentication').first())
}

async function signInUntil(page: Page, signedIn: Locator): Promise<void> {
  await page.getByLabel('Password', { exact: true }).or(signedIn).first().waitFor()
  if (!(await signedIn.isVisible())) {
    await page.getByLabel('Password', { exact: true }).fill('as drawn')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signedIn.waitFor()
}

export async function renewCodes(page: Page): Promise<void> {
  await signIn(page)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=code]').fill('123456')
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByText('k3f90-').waitFor()
}

export async function scrollToReceived(page: Page): Promise<void> {
  await showAmounts(page)
  await page.getByRole('heading', { name: 'Recent activity' }).evaluate((heading) => heading.scrollIntoView())
}

export async function openFilters(page: Page): Promise<void> {
  // Those that are set are open already: a press would close them.
  await page.locator('details.filters').evaluate((details) => details.setAttribute('open', ''))
}

export async function onlyReceived(page: Page): Promise<void> {
  await openFilters(page)
  await page.getByLabel('Direction').selectOption('in')
  // What was chosen counts a moment after the last change.
  await page.waitForTimeout(600)
}

export async function toOwnWallet(page: Page): Promise<void> {
  await page.getByLabel('Own wallet', { exact: true }).check()
}

export async function mintTooMuch(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('1250.500001')
  await page.getByRole('button', { name: 'Review' }).click()
}

export async function reviewMint(page: Page): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill('12.5')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('About').waitFor()
}

export async function paySettled(page: Page): Promise<void> {
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
export async function pay(page: Page): Promise<void> {
  await mint(page)
  await page.getByText('Outcome not known yet').waitFor()
}

export async function stopFollowing(page: Page): Promise<void> {
  await pay(page)
  await page.getByRole('button', { name: 'Stop following it' }).click()
}

export async function erase(page: Page): Promise<void> {
  await pay(page)
  await page.evaluate(`location.hash = '#/settings'`)
  await page.getByRole('button', { name: 'Erase everything' }).click()
  await page.getByText('not known').first().waitFor()
}

/** Settings as a wallet has them that nobody has changed. */
export const unchanged = { lock: defaultLock, appearance: 'system', hideConfidential: true, notifications: false }

export async function showAmounts(page: Page): Promise<void> {
  await page.evaluate(
    `chrome.storage.local.set({ settings: ${JSON.stringify({ ...unchanged, hideConfidential: false, language: 'en' })} })`,
  )
}
