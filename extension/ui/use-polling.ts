import { useEffect, useRef } from 'preact/hooks'

/** Pauses between polls, in milliseconds: quick at first, then ever calmer. */
export const PAUSES = [2_000, 2_000, 5_000, 5_000, 15_000] as const

/** The pause before the next poll, up to a fifth longer, so that several windows do not ask in step. */
export function pauseBefore(poll: number, random: number): number {
  const pause = PAUSES[Math.min(poll, PAUSES.length - 1)] ?? 15_000
  return Math.round(pause * (1 + random / 5))
}

/** Does something now and again while the page is visible and `active`; begins anew when it is shown again. */
export function usePolling(work: () => Promise<unknown>, active: boolean, deps: readonly unknown[] = []): void {
  const newest = useRef(work)
  newest.current = work
  useEffect(() => {
    if (!active) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let polls = 0
    let stopped = false
    const poll = async () => {
      await newest.current().catch(() => undefined)
      if (stopped || document.hidden) return
      timer = setTimeout(poll, pauseBefore(polls++, Math.random()))
    }
    const shown = () => {
      clearTimeout(timer)
      polls = 0
      if (!document.hidden) void poll()
    }
    document.addEventListener('visibilitychange', shown)
    if (!document.hidden) void poll()
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [active, ...deps])
}
