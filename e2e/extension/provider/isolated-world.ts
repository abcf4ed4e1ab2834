import type { BrowserContext, Page } from 'playwright'
import { CHROME_ORIGIN } from '#shared/extension-identity.ts'

/**
 * Runs code where the bridge runs, beside the page: what a page could do that broke out of its own world. Rejects where
 * the extension runs nothing in the page.
 */
export async function inBridgeWorld<T>(context: BrowserContext, page: Page, code: string): Promise<T> {
  const cdp = await context.newCDPSession(page)
  const worlds: { id: number; origin: string }[] = []
  cdp.on('Runtime.executionContextCreated', ({ context: { id, origin } }) => worlds.push({ id, origin }))
  await cdp.send('Runtime.enable')
  const world = worlds.find(({ origin }) => origin === CHROME_ORIGIN)
  if (world === undefined) throw new Error('the extension runs nothing here')
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression: code,
    contextId: world.id,
    awaitPromise: true,
    returnByValue: true,
  })
  await cdp.detach()
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'it threw')
  return result.value as T
}
