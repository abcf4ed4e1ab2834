import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * When a screen goes from one of its steps to another, the heading gets the focus, as after a navigation:
 * in the same turn, so that it is not taken from somebody who types already.
 */
export function useStepFocus(step: string): void {
  const before = useRef(step)
  useLayoutEffect(() => {
    if (before.current === step) return
    before.current = step
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [step])
}
