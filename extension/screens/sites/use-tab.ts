import { useEffect, useState } from 'preact/hooks'
import { browser } from '../../browser.ts'
import { type Shown, shownIn } from './model.ts'

/**
 * What the tab beside shows. A press on the toolbar's button lets the wallet see its address; a panel stays while tabs change
 * under it, and for another tab the button is pressed again.
 */
export function useTab(): { tabId: number; shown: Shown } | undefined {
  const [tab, setTab] = useState<{ tabId: number; shown: Shown }>()
  useEffect(() => {
    const look = () =>
      void browser.tabs.query({ active: true, currentWindow: true }).then(([found]) => {
        if (found?.id !== undefined) setTab({ tabId: found.id, shown: shownIn(found.url) })
      })
    look()
    const changes = [browser.tabs.onActivated, browser.tabs.onUpdated, browser.action.onClicked]
    for (const change of changes) change.addListener(look)
    return () => {
      for (const change of changes) change.removeListener(look)
    }
  }, [])
  return tab
}
