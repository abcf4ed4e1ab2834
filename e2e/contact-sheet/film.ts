import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'
import { newPasswordKey } from '#extension/vault/derive.ts'
import { createClient } from '#shared/client.ts'
import { firstTab } from '../extension/first-tab.ts'
import { fileOf, handsOn } from '../extension/hands.ts'
import { fundedWallet, startRealGateway } from '../extension/harness/real-gateway.ts'
import { launchWallet } from '../extension/launch.ts'
import { makeKey, temporaryFolder } from '../harness/gateway.ts'
import { animatedPng, type Frame } from './apng.ts'
import { ask } from './connected.ts'

/**
 * `node e2e/contact-sheet/film.ts [file]`: a payment to an address card, and a redeem, in the built extension against the
 * built gateway and its test-net, as the README shows them: `extension/docs/payment.png`, an animated PNG.
 */
const file = resolve(process.argv[2] ?? join('extension', 'docs', 'payment.png'))
const SIZE = { width: 384, height: 600 }
const GLANCE_MS = 900
const LOOK_MS = 1_800
const READ_MS = 3_200
/** For a step of a payment. */
const STEP_MS = 60_000

const folder = temporaryFolder()
const gateway = await startRealGateway()
try {
  const frames = await inBrowser(join(folder.path, 'chromium'), play)
  const film = animatedPng(frames)
  writeFileSync(file, film)
  process.stdout.write(`${frames.length} pictures, ${Math.round(film.length / 1_024)} KB: ${file}\n`)
} finally {
  await gateway.close()
  folder.remove()
}

async function inBrowser<T>(profile: string, work: (page: Page) => Promise<T>): Promise<T> {
  const { context, url } = await launchWallet({ profile, hosts: ['http://localhost/*'] })
  try {
    const page = await firstTab(context, url('dashboard.html'))
    page.setDefaultTimeout(STEP_MS)
    return await work(page).catch((error: unknown) => withPage(page, error))
  } finally {
    await context.close()
  }
}

/** What stood on the screen says more than the step that failed. */
async function withPage(page: Page, error: unknown): Promise<never> {
  throw new Error(`The film stopped at:\n${await page.locator('body').ariaSnapshot()}`, { cause: error })
}

/** The popup, as it is after a wallet was connected and funded; then what a person does in it. */
async function play(page: Page): Promise<Frame[]> {
  const card = await cardOfSupplier()
  const wallet = await fundedWallet(gateway, '400')
  await gateway.api.patchWallet({ id: wallet.id, label: 'Shop' })
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.evaluate(`chrome.permissions.request({ origins: ['http://localhost/*'] })`)
  await ask(page, 'vault.create', await newPasswordKey('a lake in the rain'))
  const { origin, apiKey } = gateway
  await ask(page, 'profile.add', { origin, name: 'Harbour Bakery', apiKey })
  await page.goto(page.url().replace('dashboard', 'popup'))
  const hands = handsOn(page)
  const frames: Frame[] = []
  const shot = async (ms: number) => {
    await page.mouse.move(0, 0)
    frames.push({ png: await page.screenshot({ caret: 'hide' }), ms })
  }
  await hands.at('Home')
  await hands.sees('600.00')
  await shot(LOOK_MS)
  // Confidential amounts are hidden until they are asked for.
  await hands.press('Hide confidential amounts')
  await hands.sees('400.00')
  await shot(READ_MS)
  await pay(page, card, shot)
  await hands.goTo('Home')
  await hands.at('Home')
  await redeem(page, shot)
  await hands.goTo('Home')
  await hands.at('Home')
  await hands.sees('224.5')
  await shot(READ_MS)
  return frames
}

async function pay(page: Page, card: string, shot: (ms: number) => Promise<void>): Promise<void> {
  const hands = handsOn(page)
  await hands.follow('Send')
  await hands.at('Send')
  await shot(GLANCE_MS)
  await hands.drop(card)
  await hands.sees('Signed by the wallet itself.')
  await shot(LOOK_MS)
  await hands.type('Amount', '125.5')
  await shot(GLANCE_MS)
  await hands.press('Review')
  await hands.at('Review the payment')
  await shot(READ_MS)
  await hands.press('Confirm and send')
  await ended(page, shot)
}

async function redeem(page: Page, shot: (ms: number) => Promise<void>): Promise<void> {
  const hands = handsOn(page)
  await hands.follow('Redeem')
  await hands.at('Redeem')
  await hands.type('Amount', '50')
  await shot(LOOK_MS)
  await hands.press('Review')
  await hands.press('Confirm and redeem')
  await ended(page, shot)
}

/** A look at the payment under way, and one at its end. */
async function ended(page: Page, shot: (ms: number) => Promise<void>): Promise<void> {
  await page.getByRole('list', { name: 'Progress' }).waitFor()
  await shot(LOOK_MS)
  await page.getByRole('heading', { level: 2, name: 'Settled', exact: true }).waitFor()
  await shot(READ_MS)
}

/** An address card of another account of the gateway, as a file. */
async function cardOfSupplier(): Promise<string> {
  const key = await makeKey(gateway.dataDir, 'supplier@harbour.example')
  const supplier = createClient({ origin: gateway.origin, apiKey: key })
  const { wallet } = await supplier.createWallet({ type: 'custodial', label: 'Flour mill' })
  const { nota } = await supplier.getWalletNota({ id: wallet.id, label: 'true' })
  return fileOf(folder.path, 'flour-mill.nota', nota)
}
