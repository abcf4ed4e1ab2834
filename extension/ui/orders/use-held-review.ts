import { useEffect } from 'preact/hooks'

/**
 * Ends a review whose payment is not what was reviewed any more: its wallet went, its card does not hold. `holds` is
 * undefined where that is not known yet. Whatever is shown next is a form, so that nothing can be confirmed unread.
 */
export function useHeldReview(reviewing: boolean, holds: boolean | undefined, end: () => void): void {
  useEffect(() => {
    if (reviewing && holds === false) end()
  }, [reviewing, holds])
}
