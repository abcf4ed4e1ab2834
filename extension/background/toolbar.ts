import { browser } from '../browser.ts'
import { hasPanel } from '../panel.ts'
import { settings } from '../store/settings.ts'

/** Without a popup the button tells the worker of a press. No browser remembers this: it is said at each start. */
export async function setToolbar(): Promise<void> {
  const { opens } = await settings.get()
  await browser.action.setPopup({ popup: opens === 'panel' && hasPanel() ? '' : 'popup.html' })
}
