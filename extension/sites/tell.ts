import { browser } from '../browser.ts'
import type { EventName, WorkerMessage } from '../provider/protocol.ts'
import type { Waiter } from './approvals/approval.ts'

/** A page that is held up, by a dialog of its own for example, hears it later; nothing waits for that. */
const PATIENCE_MS = 1_000

/**
 * Sends to the bridge in a tab's top frame; answers whether it was for the page there. Undefined where nothing is known
 * of that yet.
 */
export function tell(tabId: number, message: WorkerMessage): Promise<boolean | undefined> {
  const heard = browser.tabs.sendMessage(tabId, message, { frameId: 0 }).then(
    (known: unknown) => known === true,
    () => false,
  )
  const impatient = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  return Promise.race([heard, impatient])
}

/** Whether the page still waits for this, as `tell` says. `pays`: it learns that it may be paid from now on. */
export function stillWaits({ tabId, key }: Waiter, pays?: boolean): Promise<boolean | undefined> {
  return tell(tabId, { to: 'bridge', still: key, pays })
}

/**
 * To every open page of a site, wherever it is: a site that was just taken back cannot be looked for by its address any
 * more. Only bridges hear it, and only those of this origin pass it on.
 */
export async function tellSite(origin: string, event: EventName, value: unknown): Promise<void> {
  const tabs = await browser.tabs.query({}).catch(() => [])
  for (const { id } of tabs) if (id !== undefined) void tell(id, { to: 'bridge', origin, event, value })
}
