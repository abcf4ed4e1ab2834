import type { RequestListener } from 'node:http'

/** What a gateway that stops has to finish: calls that are carried out, whether or not their client waits, and answers. */
export type Underway = {
  track<T>(work: T): T
  untilAnswered(listener: RequestListener): RequestListener
  /** Resolves as soon as nothing is under way, or after so many milliseconds. */
  ended(withinMs: number): Promise<void>
}

export function createUnderway(): Underway {
  let count = 0
  let none = () => {}
  const end = () => {
    count--
    if (count === 0) none()
  }
  return {
    track(work) {
      if (!(work instanceof Promise)) return work
      count++
      work.then(end, end)
      return work
    },
    untilAnswered: (listener) => (request, response) => {
      count++
      response.once('close', end)
      listener(request, response)
    },
    async ended(withinMs) {
      if (count === 0) return
      let late: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        none = resolve
        late = setTimeout(resolve, withinMs)
      })
      clearTimeout(late)
    },
  }
}
