import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'

/** The tab that the wallet opens by itself once it is installed, alone in its window. */
export async function firstTab(context: BrowserContext, url: string): Promise<Page> {
  for (;;) {
    const page = context.pages().find((each) => each.url() === url)
    if (page === undefined) await sleep(25)
    else {
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.bringToFront()
      return page
    }
  }
}
