import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Keeps the focus in a region when what had it is taken away, such as the button of a row that was removed: it goes to
 * the region's heading, where otherwise it would fall back to the top of the page.
 */
export function useKeptFocus() {
  const region = useRef<HTMLElement>(null)
  const had = region.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    const { activeElement } = document
    if (had && (activeElement === null || activeElement === document.body)) {
      region.current?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus()
    }
  })
  return region
}
