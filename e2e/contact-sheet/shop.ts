import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { newPasswordKey } from '#extension/vault/derive.ts'
import { createClient } from '#shared/client.ts'
import { pageFiles } from '../dapp/page-files.ts'
import { openShop } from '../dapp/shop.ts'
import { openTill } from '../dapp/till.ts'
import { firstTab } from '../extension/first-tab.ts'
import { fundedWallet, startRealGateway } from '../extension/harness/real-gateway.ts'
import { until } from '../extension/harness/until.ts'
import { launchWallet } from '../extension/launch.ts'
import { makeKey, temporaryFolder } from '../harness/gateway.ts'
import { ask } from './connected.ts'

/**
 * `node e2e/contact-sheet/shop.ts [file]`: two browsers, against the built gateway and its test-net. In one a buyer approves what
 * the shop's page asked for; in the other the shop's wallet then has it. As the README shows them: `extension/docs/shop.png`.
 */
const file = resolve(process.argv[2] ?? join('extension', 'docs', 'shop.png'))
const SHOP_PAGE = { width: 800, height: 600 }
const POPUP = { width: 384, height: 600 }
const SHEET = { width: 1652, height: 680 }

const folder = temporaryFolder()
const gateway = await startRealGateway()
const shopKey = await makeKey(gateway.dataDir, 'shop@sotto.local')
const till = await openTill(createClient({ origin: gateway.origin, apiKey: shopKey }))
const shop = await openShop(till, await pageFiles(), 0)
const open: BrowserContext[] = []
try {
  await fundedWallet(gateway, '400')
  const buyer = await browser('buyer', gateway.apiKey)
  const asked = await approval(buyer)
  const seller = await browser('seller', shopKey)
  const paid = await requestPaid(seller)
  const picture = await sheet(seller.page, [...asked, paid])
  writeFileSync(file, picture)
  process.stdout.write(`${Math.round(picture.length / 1_024)} KB: ${file}\n`)
} finally {
  for (const context of open) await context.close()
  await shop.close()
  await gateway.close()
  folder.remove()
}

type Browser = { context: BrowserContext; page: Page; url(page: string): string }

/** A browser with the wallet, connected to the gateway. */
async function browser(name: string, apiKey: string): Promise<Browser> {
  const { context, url } = await launchWallet({ profile: join(folder.path, name), hosts: ['http://localhost/*'] })
  open.push(context)
  const page = await firstTab(context, url('dashboard.html'))
  await page.evaluate(`chrome.permissions.request({ origins: ['http://localhost/*'] })`)
  await ask(page, 'vault.create', await newPasswordKey('a lake in the rain'))
  await ask(page, 'profile.add', { origin: gateway.origin, name: 'Sotto', apiKey })
  return { context, page, url }
}

/** The shop's page with an order, and the window in which the wallet asks about it; then it is paid. */
async function approval({ context, page, url }: Browser): Promise<Buffer[]> {
  await ask(page, 'site.enable', { origin: new URL(shop.url).origin })
  const order = await context.newPage()
  await look(order, SHOP_PAGE)
  await order.goto(shop.url)
  for (const name of ['Add morning cup', 'Add low bowl', 'Place the order', 'Pay with Sotto'])
    await order.getByRole('button', { name }).click()
  const prompt = await until('the approval window', () =>
    context.pages().find((each) => each.url().startsWith(url('approve.html'))),
  )
  await look(prompt, POPUP)
  await prompt.getByText('Balance afterwards').waitFor()
  await prompt.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  const pay = prompt.getByRole('button', { name: /^Pay 64/ })
  await until('it can be paid', () => pay.isEnabled())
  await prompt.evaluate('scrollTo(0, 0)')
  await order.evaluate('scrollTo(0, 0)')
  const pictures = [await shot(order), await shot(prompt)]
  await pay.click()
  await order.getByText('Paid. Thank you').waitFor()
  return pictures
}

async function requestPaid({ page, url }: Browser): Promise<Buffer> {
  await look(page, POPUP)
  await page.goto(`${url('popup.html')}#/`)
  // Confidential amounts are hidden until they are asked for.
  await page.getByRole('button', { name: 'Hide confidential amounts' }).click()
  await page.goto(`${url('popup.html')}#/requests`)
  await page
    .getByText(/Order \d+/)
    .first()
    .click()
  await page.getByText('Paid').first().waitFor()
  return shot(page)
}

async function look(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

async function shot(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0)
  return page.screenshot({ caret: 'hide' })
}

/** Side by side, each in a frame of its own with what it shows. */
async function sheet(page: Page, [order, prompt, paid]: Buffer[]): Promise<Buffer> {
  const image = (png: Buffer | undefined) => `<img src="data:image/png;base64,${png?.toString('base64')}">`
  await page.goto('about:blank')
  await page.setViewportSize(SHEET)
  await page.setContent(`<style>
    body { margin: 0; padding: 20px; display: flex; gap: 24px; background: #e9e7e1; font: 600 15px system-ui, "DejaVu Sans"; color: #1d1f23 }
    section { display: flex; gap: 12px; flex-wrap: wrap; align-content: start }
    p { margin: 0; flex-basis: 100% }
    img { display: block; border: 1px solid #b9b6ac; border-radius: 10px; box-sizing: border-box }
    </style>
    <section style="width: 1202px"><p>The buyer’s browser: the shop asks, the wallet shows what for</p>${image(order)}${image(prompt)}</section>
    <section style="width: 386px"><p>The shop’s browser: paid</p>${image(paid)}</section>`)
  return shot(page)
}
