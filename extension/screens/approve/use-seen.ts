import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** As high as the bar of answers with its hint, which stands over the end of the page. */
const BAR_PX = 100
/** Told at each twentieth: an element that is higher than the window is never in view whole. */
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/** Whether the end of this element has been on screen, above the bar of answers. An element that was seen stays seen. `there`: it is drawn by now. */
export function useSeen(end: RefObject<Element | null>, there = true): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(showsEnd)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: `0px 0px -${BAR_PX}px 0px`, threshold: STEPS },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [there])
  return seen
}

type Look = Pick<IntersectionObserverEntry, 'isIntersecting'> & {
  boundingClientRect: Pick<DOMRectReadOnly, 'bottom'>
  intersectionRect: Pick<DOMRectReadOnly, 'bottom'>
}

/** Whether the last line of an element was in view, to a fraction of a pixel, however much of it was. */
export function showsEnd({ isIntersecting, boundingClientRect, intersectionRect }: Look): boolean {
  return isIntersecting && intersectionRect.bottom >= boundingClientRect.bottom - 1
}
