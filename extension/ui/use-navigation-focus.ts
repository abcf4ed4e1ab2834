import { useEffect } from 'preact/hooks'

/** A screen whose code does not come within this gets no focus any more: somebody may be typing by then. */
const PATIENCE_MS = 5_000

/** After a navigation the heading of the new screen gets the focus, so that a reader begins there. */
export function useNavigationFocus(): void {
  useEffect(() => {
    let stop = () => {}
    const navigated = () => {
      stop()
      stop = focusHeading()
    }
    addEventListener('hashchange', navigated)
    return () => {
      stop()
      removeEventListener('hashchange', navigated)
    }
  }, [])
}

/** Focuses the heading that replaces the one of now; the code of its screen may still be on its way. */
function focusHeading(): () => void {
  const before = document.querySelector('main h1')
  const tryIt = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null || heading === before) return
    stop()
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    scrollTo(0, 0)
  }
  const observer = new MutationObserver(tryIt)
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  return stop
}
