import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { setUp } from '../../contact-sheet/connected.ts'
import { type DrawnGateway, startDrawnGateway } from '../../contact-sheet/gateway.ts'
import { firstTab } from '../../extension/first-tab.ts'
import { launchWallet } from '../../extension/launch.ts'
import { median } from '../kit/report.ts'

/**
 * `node e2e/bench/wallet/wallet.ts [rounds]`, after `npm run extension`: opening times of the popup and its heap. Each round is a
 * new profile in a new headless Chromium; the popup is opened in a tab of its own size. Times count from the start of the
 * page to the first animation frame in which what is waited for is on screen.
 */
const rounds = Number(process.argv[2] ?? 9)
const SETTLE_MS = 2_500
const POPUP = { width: 384, height: 600 }

const figures: Record<string, number[]> = {}
const note = (what: string, value: number) => {
  figures[what] = [...(figures[what] ?? []), value]
}

const gateway = await startDrawnGateway()
try {
  for (let round = 0; round < rounds; round++) await inNewBrowser((context, url) => measure(context, url, gateway))
} finally {
  await gateway.close()
}
for (const [what, values] of Object.entries(figures)) {
  const sorted = [...values].sort((a, b) => a - b)
  const p90 = sorted[Math.ceil(0.9 * sorted.length) - 1] ?? Number.NaN
  process.stdout.write(`${what.padEnd(58)} median ${median(values).toFixed(1)}, p90 ${p90.toFixed(1)}\n`)
}

async function inNewBrowser(work: (context: BrowserContext, url: (page: string) => string) => Promise<void>) {
  const profile = mkdtempSync(join(tmpdir(), 'sotto-bench-'))
  const { context, url } = await launchWallet({ profile, hosts: ['http://localhost/*'] })
  try {
    // The tab that a new wallet opens by itself has come and gone, and the browser has started.
    const greeting = await firstTab(context, url('dashboard.html'))
    await context.newPage()
    await greeting.close()
    await sleep(SETTLE_MS)
    await work(context, url)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

async function measure(context: BrowserContext, url: (page: string) => string, at: DrawnGateway): Promise<void> {
  note('not set up, first control on screen, ms', await opening(context, url('popup.html'), 'button, a'))
  const setup = await context.newPage()
  await setup.goto(url('dashboard.html'))
  await setUp(setup, at)
  // Onboarding ends where it was begun, with its last step: another page begins with the balances.
  await setup.goto('about:blank')
  await setup.goto(url('dashboard.html#/home'))
  await setup.locator('.amount').first().waitFor()
  await setup.close()
  note('connected, cached balances on screen, ms', await opening(context, url('popup.html'), '.amount'))
  note('connected, opened again, ms', await opening(context, url('popup.html'), '.amount'))
  note('connected, JS heap after collection, MiB', await heap(context, url('popup.html')))
}

/** Milliseconds from the start of navigation to the first frame in which something of the selector is visible. */
async function opening(context: BrowserContext, address: string, selector: string): Promise<number> {
  const page = await context.newPage()
  await page.setViewportSize(POPUP)
  await page.addInitScript(`{
    const look = () => {
      const there = [...document.querySelectorAll(${JSON.stringify(selector)})].some((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0)
      if (there) window.seenAt = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`)
  await page.goto(address, { waitUntil: 'commit' })
  await page.bringToFront()
  let at: number | undefined
  // Asked by evaluation: the policy of the wallet's pages lets nobody wait by a function of text.
  while (at === undefined) at = (await page.evaluate('window.seenAt')) as number | undefined
  await page.close()
  return at
}

async function heap(context: BrowserContext, address: string): Promise<number> {
  const page = await opened(context, address)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  await page.close()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 ** 2
}

async function opened(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  // Pages of one process share a heap: the figure is to be the popup's alone.
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.setViewportSize(POPUP)
  await page.goto(address)
  // By evaluation: a locator would bring a script of Playwright's into the page, which is a tenth of the heap.
  while (!(await page.evaluate("document.querySelector('.amount') !== null"))) await sleep(50)
  return page
}
