import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** As high as the bar of answers with its hint, which stands over the end of the page. */
const BAR_PX = 100
/** Told at each twentieth: an element that is higher than the window is never in view whole. */
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/**
 * Whether the end of this element has been on screen, above the bar of answers. It stays seen until something else is
 * drawn there: `what` says what, where that can change.
 */
export function useSeen(end: RefObject<Element | null>, what = ''): boolean {
  const [seen, setSeen] = useState<string>()
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(showsEnd)) return
        setSeen(what)
        observer.disconnect()
      },
      { rootMargin: `0px 0px -${BAR_PX}px 0px`, threshold: STEPS },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [what])
  return seen === what
}

type Look = Pick<IntersectionObserverEntry, 'isIntersecting'> & {
  boundingClientRect: Pick<DOMRectReadOnly, 'bottom'>
  intersectionRect: Pick<DOMRectReadOnly, 'bottom'>
}

/** Whether the last line of an element was in view, to a fraction of a pixel, however much of it was. */
export function showsEnd({ isIntersecting, boundingClientRect, intersectionRect }: Look): boolean {
  return isIntersecting && intersectionRect.bottom >= boundingClientRect.bottom - 1
}
