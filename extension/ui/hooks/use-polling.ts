import { useEffect, useRef } from 'preact/hooks'
import { poll } from './polling.ts'

/** Does something now and again while the page is visible and `active`. */
export function usePolling(work: () => Promise<unknown>, active: boolean, deps: readonly unknown[] = []): void {
  const newest = useRef(work)
  newest.current = work
  useEffect(() => (active ? poll(document, () => newest.current()) : undefined), [active, ...deps])
}
