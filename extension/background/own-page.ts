import { browser, type Runtime } from '../browser.ts'

/** Only a page of this extension: not a content script, which carries the address of the web page that it is in. */
export function isOwnPage(sender: Runtime.MessageSender): boolean {
  return sender.id === browser.runtime.id && sender.url?.startsWith(browser.runtime.getURL('/')) === true
}
