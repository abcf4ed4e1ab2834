import { goneOnSinceNow } from '#shared/ui/kit/forms/gone-on.ts'

/** Puts the focus on what has to be mended, once it is said what is wrong with it: the first of these that is there. */
export function focusFirst(...selectors: string[]): void {
  const hasGoneOn = goneOnSinceNow()
  requestAnimationFrame(() => {
    if (hasGoneOn()) return
    const main = document.querySelector('main')
    const found = selectors.map((selector) => main?.querySelector<HTMLElement>(selector)).find((each) => each != null)
    found?.focus()
    if (found instanceof HTMLInputElement && found.type === 'text') found.select()
  })
}
