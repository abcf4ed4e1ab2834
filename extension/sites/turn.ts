/** Work that is done one piece after the other. A piece that fails does not stop the next. */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}

/**
 * One after the other: every change of what a site has, so that the state that was read still holds when it
 * is acted upon. Nothing in a turn may wait for a page or a gateway.
 */
export const inTurn = turns()
