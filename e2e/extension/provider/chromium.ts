import type { BrowserContext, Page } from 'playwright'
import { until } from '../harness/until.ts'
import { openWallet } from '../harness/wallet.ts'
import type { Wire } from '../harness/wire.ts'
import { type Browser, type Stage, stageOn, type Tab } from './stage.ts'

/** What tests of this browser alone need beside the common part. */
export type Chromium = Browser & {
  context: BrowserContext
  wire: Wire
  pageOf(tab: Tab): Page
}
export type ChromiumStage = Stage<Chromium>

/** Chromium with the wallet in it. `direct` is past the proxy, where nothing has to be held up. */
export async function chromiumStage(options: { hosts?: string[]; direct?: boolean } = {}): Promise<ChromiumStage> {
  const wallet = await openWallet(options)
  const context = wallet.context()
  const url = (page: string) => new URL(page, wallet.page().url().replace('/icon/', '/')).href
  const pages = new WeakMap<Tab, Page>()
  const tabs = new WeakMap<Page, Tab>()
  const prompts = () => context.pages().filter((page) => page.url().startsWith(url('approve.html')))

  const tabOf = (page: Page): Tab => {
    const tab = tabs.get(page) ?? tabIn(page)
    tabs.set(page, tab)
    pages.set(tab, page)
    return tab
  }

  return stageOn<Chromium>({
    name: 'Chromium',
    context,
    wire: wallet.wire,
    pageOf(tab) {
      const page = pages.get(tab)
      if (page === undefined) throw new Error('a tab of another browser')
      return page
    },
    url,
    async open(address) {
      const page = await context.newPage()
      await page.goto(address)
      return tabOf(page)
    },
    inside: tabOf(wallet.page()),
    giveHost: wallet.give,
    prompt: async () => tabOf(await until('the approval window', () => prompts()[0])),
    prompts: async () => prompts().length,
    endWorker: wallet.killWorker,
    close: wallet.close,
  })
}

function tabIn(page: Page): Tab {
  return {
    run: <T>(code: string) => page.evaluate(code) as Promise<T>,
    async press(name) {
      const button = page.getByRole('button', { name })
      await button.waitFor()
      // An answer may close its window before the browser has said that it was pressed.
      await button.click().catch((error: unknown) => {
        if (!page.isClosed()) throw error
      })
    },
    async shows(text) {
      const look = page.locator('body').filter({ hasText: text })
      await look.waitFor()
    },
    async go(url) {
      await page.goto(url)
    },
    close: () => page.close(),
  }
}
