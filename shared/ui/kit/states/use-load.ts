import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Failure, failureOf } from '../../../client-failure.ts'

/** What a screen knows of something it asked for. A value outlives a later failure, which is told beside it. */
export type Loading<T> =
  | { is: 'waiting' }
  | { is: 'refused'; failure: Failure }
  | { is: 'ready'; value: T; at: number; failure?: Failure }

export type Load<T> = Loading<T> & {
  /** Asks again; what is on screen stays until the answer is there. */
  reload: () => Promise<void>
}

/** Loads when it is first shown and whenever `deps` change. An answer that a newer question overtook is dropped. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, deps: readonly unknown[]): Load<T> {
  const [known, setKnown] = useState<Loading<T>>({ is: 'waiting' })
  const running = useRef<AbortController>(undefined)
  const newest = useRef(load)
  newest.current = load

  const ask = useCallback(async (afresh: boolean) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    if (afresh) setKnown({ is: 'waiting' })
    const found = await newest.current(mine.signal).then(
      (value) => ({ value, at: Date.now() }),
      (error: unknown) => ({ failure: failureOf(error) }),
    )
    if (running.current !== mine || mine.signal.aborted) return
    setKnown((before) => next(before, found))
  }, [])

  useEffect(() => {
    void ask(true)
    return () => running.current?.abort()
  }, deps)

  const reload = useCallback(() => ask(false), [ask])
  return { ...known, reload }
}

/** Asks again whenever `version` has grown. */
export function useReload({ reload }: Pick<Load<unknown>, 'reload'>, version: number): void {
  const known = useRef(version)
  useEffect(() => {
    if (known.current !== version) void reload()
    known.current = version
  }, [version])
}

/** A first failure is all there is to show; a later one stands beside the earlier answer. */
export function next<T>(before: Loading<T>, found: { value: T; at: number } | { failure: Failure }): Loading<T> {
  if ('value' in found) return { is: 'ready', value: found.value, at: found.at }
  if (before.is === 'ready') return { is: 'ready', value: before.value, at: before.at, failure: found.failure }
  return { is: 'refused', failure: found.failure }
}
