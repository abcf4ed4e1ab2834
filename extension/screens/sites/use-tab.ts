import { useEffect, useState } from 'preact/hooks'
import { browser } from '../../browser.ts'
import { type Shown, shownIn } from './model.ts'

/** What the tab under this popup shows. The press on the toolbar's button lets the wallet see its address. */
export function useTab(): { tabId: number; shown: Shown } | undefined {
  const [tab, setTab] = useState<{ tabId: number; shown: Shown }>()
  useEffect(() => {
    const here = { active: true, currentWindow: true }
    void browser.tabs.query(here).then(([found]) => {
      if (found?.id !== undefined) setTab({ tabId: found.id, shown: shownIn(found.url) })
    })
  }, [])
  return tab
}
