import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** As high as the bar of answers with its hint, which stands over the end of the page. */
const BAR_PX = 100

/** Whether the end of this element has been on screen, above the bar of answers. What was seen once stays seen. */
export function useSeen(end: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: `0px 0px -${BAR_PX}px 0px`, threshold: 1 },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return seen
}
