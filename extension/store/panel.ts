import { browser } from '../browser.ts'
import { settings } from './settings.ts'

/** The place beside the page: Chrome's side panel, Firefox's sidebar. Other browsers may have neither. */
type Panels = {
  sidePanel?: { open: (where: { windowId: number }) => Promise<void> }
  sidebarAction?: { open: () => Promise<void> }
}
const panels = (): Panels => browser

export function hasPanel(): boolean {
  return panels().sidePanel !== undefined || panels().sidebarAction !== undefined
}

/** Only straight after a press: browsers allow it at no other moment. */
export function openPanel(windowId: number = browser.windows.WINDOW_ID_CURRENT): void {
  const { sidePanel, sidebarAction } = panels()
  void (sidePanel?.open({ windowId }) ?? sidebarAction?.open())
}

/** Without a popup the button tells the worker of a press. No browser remembers this: it is said at each start. */
export async function setToolbar(): Promise<void> {
  const { opens } = await settings.get()
  await browser.action.setPopup({ popup: opens === 'panel' && hasPanel() ? '' : 'popup.html' })
}
