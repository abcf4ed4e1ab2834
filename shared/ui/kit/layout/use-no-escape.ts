import { useLayoutEffect } from 'preact/hooks'

/** The Esc key does nothing while `on`: browsers close a dialog at its third cancel in a row, even if each is prevented. */
export function useNoEscape(on = true): void {
  useLayoutEffect(() => {
    if (!on) return
    const stop = (event: KeyboardEvent) => void (event.key === 'Escape' && event.preventDefault())
    addEventListener('keydown', stop, true)
    return () => removeEventListener('keydown', stop, true)
  }, [on])
}
