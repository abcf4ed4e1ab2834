import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The dialog on the screen that nothing but its own buttons closes: what it shows is shown once. */
export function heldDialog(): Element | null {
  return document.querySelector('dialog[data-held]')
}

/** What a screen is about: `next`, but until a dialog that held the screen is closed, what it was about before. */
export function useUnlessHeld<T>(next: T): T {
  const shown = useRef(next)
  const holder = useRef<Element | null>(null)
  const [, again] = useState(0)
  if (!holder.current?.isConnected) holder.current = heldDialog()
  const waits = next !== shown.current && holder.current !== null
  if (!waits) shown.current = next
  useLayoutEffect(() => {
    if (!waits) return
    const look = () => void (holder.current?.isConnected || again((times) => times + 1))
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true })
    return () => observer.disconnect()
  }, [waits])
  return shown.current
}
