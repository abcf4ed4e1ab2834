import type { Page } from 'playwright'

export type Account = { origin: string; email: string; password: string }

/** Goes through the set-up in the dashboard as a person does, up to the first screen of the connected wallet. */
export async function setUp(page: Page, account: Account, walletPassword: string): Promise<void> {
  await steps(page, account, walletPassword).catch((error: unknown) => withPage(page, error))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function steps(page: Page, account: Account, walletPassword: string): Promise<void> {
  await page.locator('[name=next]').fill(walletPassword)
  await page.locator('[name=again]').fill(walletPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('[name=address]').fill(account.origin)
  await page.getByRole('button', { name: 'Find the gateway' }).click()
  await page.locator('[name=email]').fill(account.email)
  await page.locator('[name=password]').fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^(Open Sotto|Create my first wallet)$/ }).click()
}

/** What a person would have read instead of what was waited for. */
async function withPage(page: Page, error: unknown): Promise<never> {
  const said = await page.innerText('body').catch(() => 'nothing')
  throw new Error(`The set-up did not come to its end. The page says:\n${said}`, { cause: error })
}
