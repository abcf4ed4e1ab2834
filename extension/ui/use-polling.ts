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
    // Shown again while a poll was under way, a page would have two loops: only the newest goes on.
    let loop = 0
    const poll = async (mine: number, polls: number) => {
      await newest.current().catch(() => undefined)
      if (mine !== loop || document.hidden) return
      timer = setTimeout(() => void poll(mine, polls + 1), pauseBefore(polls, Math.random()))
    }
    const shown = () => {
      clearTimeout(timer)
      loop += 1
      if (!document.hidden) void poll(loop, 0)
    }
    document.addEventListener('visibilitychange', shown)
    shown()
    return () => {
      loop = -1
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [active, ...deps])
}
