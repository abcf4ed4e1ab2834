/** Pauses between polls, in milliseconds: quick at first, then ever calmer. */
const PAUSES = [2_000, 2_000, 5_000, 5_000, 15_000] as const

/** The pause before the next poll, up to a fifth longer, so that several windows do not ask in step. */
export function pauseBefore(poll: number, random: number): number {
  const pause = PAUSES[Math.min(poll, PAUSES.length - 1)] ?? 15_000
  return Math.round(pause * (1 + random / 5))
}

/** As much of a document as tells whether somebody sees it. */
export type Page = EventTarget & { readonly hidden: boolean }

/** Does something now and again while the page is visible; begins anew when it is shown again. Returns how to stop. */
export function poll(page: Page, work: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Shown again while a poll was under way, a page would have two loops: only the newest goes on.
  let loop = 0
  const goOn = async (mine: number, polls: number) => {
    await work().catch(() => undefined)
    if (mine !== loop || page.hidden) return
    timer = setTimeout(() => void goOn(mine, polls + 1), pauseBefore(polls, Math.random()))
  }
  const shown = () => {
    clearTimeout(timer)
    loop += 1
    if (!page.hidden) void goOn(loop, 0)
  }
  page.addEventListener('visibilitychange', shown)
  shown()
  return () => {
    loop = -1
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', shown)
  }
}
