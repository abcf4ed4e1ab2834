import { useEffect } from 'preact/hooks'

/**
 * After a navigation the heading of the new screen gets the focus, so that a reader begins there. The code of a screen
 * may come long after the address has changed: what counts is a new heading under another address than the last one's.
 */
export function useNavigationFocus(): void {
  useEffect(() => {
    const main = document.getElementById('main')
    if (main === null) return
    let shown = { heading: main.querySelector('h1'), hash: location.hash }
    const observer = new MutationObserver(() => {
      const heading = main.querySelector('h1')
      if (heading === null || heading === shown.heading) return
      const navigated = location.hash !== shown.hash
      shown = { heading, hash: location.hash }
      if (navigated) begin(heading)
    })
    observer.observe(main, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
}

function begin(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}
