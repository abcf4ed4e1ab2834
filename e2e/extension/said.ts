import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'

/** As in a page: what its live regions have said, and no test has waited for yet. */
type Listening = typeof globalThis & { said?: string[] }

/** For what hangs. */
const WAIT_MS = 240_000
const PAUSE_MS = 25

/**
 * Keeps what every page of a browser says: a text is on screen for seconds, or until the next one, which a test on a busy
 * machine may miss.
 */
export async function keepSaid(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    const said = (globalThis.said = [])
    const regionOf = ({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('[role=status]')
    new MutationObserver((changes) => {
      for (const region of new Set(changes.map(regionOf))) if (region?.textContent) said.push(region.textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }`)
}

/** Waits until a page has said a text, and takes it: said twice, it is heard twice. */
export async function untilSaid(page: Page, text: string | RegExp): Promise<void> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    const said = await page.evaluate(() => (globalThis as Listening).said ?? [])
    const at = said.findIndex((each) => (typeof text === 'string' ? each.includes(text) : text.test(each)))
    if (at >= 0) {
      await page.evaluate((count) => void (globalThis as Listening).said?.splice(0, count), at + 1)
      return
    }
    if (Date.now() > until) throw new Error(`“${text}” was never said, but ${JSON.stringify(said)}`)
    await sleep(PAUSE_MS)
  }
}
