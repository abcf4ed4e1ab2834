import { useLayoutEffect } from 'preact/hooks'

/**
 * After a navigation the heading of the new screen gets the focus, so that a reader begins there. The code of a screen
 * may come long after the address has changed: what counts is a new heading after something was gone to.
 */
export function useNavigationFocus(): void {
  useLayoutEffect(() => {
    const main = document.getElementById('main')
    if (main === null) return
    let shown = main.querySelector('h1')
    let navigated = false
    const went = () => {
      navigated = true
    }
    const observer = new MutationObserver(() => {
      const heading = main.querySelector('h1')
      if (heading === null || heading === shown) return
      shown = heading
      if (navigated) begin(heading)
      navigated = false
    })
    observer.observe(main, { childList: true, subtree: true })
    addEventListener('hashchange', went)
    return () => {
      observer.disconnect()
      removeEventListener('hashchange', went)
    }
  }, [])
}

function begin(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}
