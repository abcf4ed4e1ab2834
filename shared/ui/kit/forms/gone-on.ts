/** Remembers what has the focus now. The answer says later whether a field got it since: it is not taken from there. */
export function goneOnSinceNow(): () => boolean {
  const before = document.activeElement
  return () => {
    const now = document.activeElement
    return now !== null && now !== before && now.matches('input, select, textarea')
  }
}
