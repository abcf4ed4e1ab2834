let last: Promise<unknown> = Promise.resolve()

/**
 * One after the other: whatever gives a site something or takes it back, so that what was looked at still holds when it
 * is acted upon. Nothing in a turn may wait for a page or a gateway.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work)
  last = next.catch(() => undefined)
  return next
}
