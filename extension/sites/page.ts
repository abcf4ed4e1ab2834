import { browser, type Runtime } from '../browser.ts'
import { isPageOrigin } from './page-origin.ts'

/** The page that a message came from, as the browser says it: never as the page says. */
export type Page = { origin: string; tabId: number; documentId: string | undefined }

/** What Chromium adds to the sender, and the polyfill's types do not know. */
type Sender = Runtime.MessageSender & { origin?: string; documentLifecycle?: string; documentId?: string }

/** Only the top frame of a tab, an active document, and https or this machine. Undefined for everything else. */
export function pageOf(sender: Sender): Page | undefined {
  const { tab, frameId, url, origin, documentLifecycle, documentId, id } = sender
  if (id !== browser.runtime.id || tab?.id === undefined || frameId !== 0 || url === undefined) return undefined
  if ((documentLifecycle ?? 'active') !== 'active') return undefined
  const at = URL.parse(url)
  if (at === null || (origin ?? at.origin) !== at.origin) return undefined
  return isPageOrigin(at) ? { origin: at.origin, tabId: tab.id, documentId } : undefined
}
