import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../background/ask.ts'
import { browser } from '../../browser.ts'
import type { Queue } from '../../sites/approvals/approval.ts'
import { usePolling } from '../../ui/hooks/use-polling.ts'
import { isStray } from './model.ts'

/** Tells the worker that this window is there, and has it look after pages that went without a word. */
export function useOwnWindow(queue: Queue | undefined): void {
  const [own, setOwn] = useState<{ id: number | null; popup: boolean }>()
  useEffect(() => {
    void browser.windows.getCurrent().then(({ id = null, type }) => setOwn({ id, popup: type === 'popup' }))
  }, [])
  // A window with other tabs in it is the person's own: it must not be closed when everything is answered.
  const windowId = own?.popup ? own.id : null
  usePolling(() => ask('approval.check', { windowId }), own !== undefined, [windowId])
  const stray = own !== undefined && queue !== undefined && isStray(own, queue)
  useEffect(() => {
    if (stray) window.close()
  }, [stray])
}
