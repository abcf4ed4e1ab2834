import { browser } from '../browser.ts'
import type { EventName, WorkerMessage } from '../provider/protocol.ts'
import { tabsOf } from './sites.ts'

/** Sends to the bridge in a tab's top frame. A tab that is gone, or shows another page by now, hears nothing. */
export async function tell(tabId: number, message: WorkerMessage): Promise<void> {
  await browser.tabs.sendMessage(tabId, message, { frameId: 0 }).catch(() => undefined)
}

/** To every open page of a site. */
export async function tellSite(origin: string, message: WorkerMessage): Promise<void> {
  await Promise.all((await tabsOf(origin)).map((tabId) => tell(tabId, message)))
}

export function tellEvent(origin: string, event: EventName, value: unknown): Promise<void> {
  return tellSite(origin, { to: 'bridge', event, value })
}
