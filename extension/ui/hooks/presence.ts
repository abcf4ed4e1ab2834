const EVERY_MS = 20_000

/** Tells now and again that a hand moves on the page. Returns how to stop. */
export function watchPresence(page: EventTarget, tell: () => void): () => void {
  let told = Number.NEGATIVE_INFINITY
  const moved = ({ isTrusted }: Event) => {
    const now = Date.now()
    // Only a person's input counts: a page that opens the approval window again and again is no presence.
    if (!isTrusted || Math.abs(now - told) < EVERY_MS) return
    told = now
    tell()
  }
  page.addEventListener('pointerdown', moved)
  page.addEventListener('keydown', moved)
  return () => {
    page.removeEventListener('pointerdown', moved)
    page.removeEventListener('keydown', moved)
  }
}
