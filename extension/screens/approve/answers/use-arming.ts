import { useLayoutEffect, useState } from 'preact/hooks'
import { type Arming, type Clock, createArming, pageClock } from './arming.ts'

/**
 * Follows the focus of this window and every press in it. The time before Allow begins anew when it is `ready`, too, and
 * when it would do something else: `about` says what.
 */
export function useArming(
  ready: boolean,
  about: string | undefined,
  clock: Clock = pageClock,
): { active: boolean; arming: Arming } {
  const [active, setActive] = useState(false)
  const [arming] = useState(() => createArming(clock, setActive))
  // In the turn in which the new question is drawn, so that no press comes in between.
  useLayoutEffect(() => {
    const pressed = (event: PointerEvent | KeyboardEvent) => {
      if (!('key' in event) || event.key === 'Enter' || event.key === ' ') arming.pressed(event)
    }
    const shown = () => (!ready || document.hidden || !document.hasFocus() ? arming.blurred() : arming.focused())
    const focused = () => ready && arming.focused()
    const listeners = [
      ['focus', focused, false],
      ['blur', arming.blurred, false],
      ['pointerdown', pressed, true],
      ['keydown', pressed, true],
      // After the handlers of whatever was clicked.
      ['click', arming.released, false],
    ] as const
    for (const [name, listener, early] of listeners) addEventListener(name, listener as EventListener, early)
    document.addEventListener('visibilitychange', shown)
    shown()
    return () => {
      for (const [name, listener, early] of listeners) removeEventListener(name, listener as EventListener, early)
      document.removeEventListener('visibilitychange', shown)
      arming.blurred()
    }
  }, [arming, ready, about])
  return { active, arming }
}
