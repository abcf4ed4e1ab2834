import { browser } from './browser.ts'

/** The place beside the page: Chrome's side panel, Firefox's sidebar. Other browsers may have neither. */
type Panels = {
  sidePanel?: { open: (where: { windowId: number }) => Promise<void> }
  sidebarAction?: { open: () => Promise<void> }
}
const panels = () => browser as unknown as Panels

export function hasPanel(): boolean {
  return panels().sidePanel !== undefined || panels().sidebarAction !== undefined
}

/** Only straight after a press: browsers open it for nobody else. */
export function openPanel(windowId: number = browser.windows.WINDOW_ID_CURRENT): void {
  const { sidePanel, sidebarAction } = panels()
  void (sidePanel?.open({ windowId }) ?? sidebarAction?.open())
}
