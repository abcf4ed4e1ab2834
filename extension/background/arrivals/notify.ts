import { browser } from '../../browser.ts'
import { settings } from '../../store/settings.ts'

/** Whether the person asked to be told, and the browser still lets the wallet. */
export async function mayNotify(): Promise<boolean> {
  const { notifications } = await settings.get()
  return notifications && browser.permissions.contains({ permissions: ['notifications'] })
}

/** One under the same name takes its place. */
export async function notify(name: string, title: string, message: string): Promise<void> {
  const iconUrl = browser.runtime.getURL('icon/128.png')
  await browser.notifications.create(name, { type: 'basic', iconUrl, title, message })
}
