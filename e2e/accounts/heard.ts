import type { BrowserContext, Page } from 'playwright'
import { until } from '../extension/harness/until.ts'

/**
 * The live regions of a page say a result for six seconds, and a machine that does much else may look later: what they say is
 * kept until a test has heard it.
 */
const keepSaid = `(() => {
  if (globalThis.said !== undefined) return
  const said = (globalThis.said = [])
  const last = new WeakMap()
  const look = () => {
    for (const region of document.querySelectorAll('[role=status]')) {
      const [element, text] = [region.firstChild, region.textContent]
      if (element === null || last.get(element) === text || !region.checkVisibility()) continue
      last.set(element, text)
      said.push(text)
    }
  }
  look()
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
})()`

/**
 * Keeps what all pages of an origin say that are opened from now on, from their beginning; of others, what they say once a test
 * listens. Pages of other origins have no trace of this.
 */
export async function listen(context: BrowserContext, origin: string): Promise<void> {
  await context.addInitScript(`if (location.origin === ${JSON.stringify(origin)}) ${keepSaid}`)
}

/** Waits until the page has said this, since it was opened or since it was heard last. */
export async function hear(page: Page, text: string | RegExp): Promise<void> {
  const isIt = (said: string) => (typeof text === 'string' ? said.includes(text) : text.test(said))
  const said = () => page.evaluate<string[]>(`${keepSaid}; globalThis.said`)
  await until(`the page says ${text}`, async () => {
    const index = (await said()).findIndex(isIt)
    return index >= 0 && (await page.evaluate(`globalThis.said.splice(${index}, 1).length === 1`))
  })
}
