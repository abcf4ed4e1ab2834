import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * Gives the focus to what a form or a page begins with, in the same turn that shows it. An effect after the paint would
 * take it from somebody who types already, and the rest of a password would stand in the field of the e-mail.
 * A field of the same form that has the focus keeps it.
 *
 * @param wanted whether it is given at all
 * @param moment given again when this changes
 */
export function useFirstFocus<E extends HTMLElement>(wanted = true, moment?: unknown) {
  const first = useRef<E>(null)
  useLayoutEffect(() => {
    const element = first.current
    if (!wanted || element === null) return
    const taken = element.closest('form')?.contains(document.activeElement) ?? false
    // What is no stop for the Tab key holds much: it is where the page begins, and nothing above it goes out of sight.
    if (!taken) element.focus({ preventScroll: element.tabIndex < 0 })
  }, [moment])
  return first
}
