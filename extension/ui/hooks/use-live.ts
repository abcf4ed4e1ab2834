import { useCallback, useRef, useState } from 'preact/hooks'
import { failureOf } from '#shared/client-failure.ts'
import { type Load, type Loading, next } from '#shared/ui/kit/states/use-load.ts'
import { answersInOrder } from './in-order.ts'
import { useOnce } from './use-once.ts'
import { usePolling } from './use-polling.ts'

/**
 * Something that changes by itself: asked for at once, and again and again while the page is visible and `goesOn` says
 * so of what is known. A value outlives a later failure, which is told beside it. An answer that comes after that of a
 * later question is dropped. `about` names the thing.
 */
export function useLive<T>(load: () => Promise<T>, goesOn: (value: T) => boolean, about: string): Load<T> {
  const [known, setKnown] = useState<Loading<T>>({ is: 'waiting' })
  const newest = useRef(load)
  newest.current = load
  const subject = useRef(about)
  if (subject.current !== about) {
    subject.current = about
    setKnown({ is: 'waiting' })
  }
  const inOrder = useOnce(answersInOrder)
  const reload = useCallback(async () => {
    const asked = subject.current
    const isNews = inOrder()
    const found = await newest.current().then(
      (value) => ({ value, at: Date.now() }),
      (error: unknown) => ({ failure: failureOf(error) }),
    )
    if (subject.current === asked && isNews()) setKnown((before) => next(before, found))
  }, [])
  usePolling(reload, known.is !== 'ready' || goesOn(known.value), [about])
  return { ...known, reload }
}
