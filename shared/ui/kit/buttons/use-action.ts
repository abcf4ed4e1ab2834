import { useCallback, useRef, useState } from 'preact/hooks'
import { type Failure, failureOf } from '../../../client-failure.ts'

export type Action = {
  busy: boolean
  failure: Failure | undefined
  /** Runs it, unless it runs already. Never rejects: what it refuses stands in `failure`. */
  run: () => Promise<void>
  clear: () => void
}

/** Something a button does: one at a time, with what it refused. */
export function useAction(work: () => Promise<unknown>): Action {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const running = useRef(false)
  const newest = useRef(work)
  newest.current = work
  const run = useCallback(async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    await newest.current().catch((error: unknown) => setFailure(failureOf(error)))
    running.current = false
    setBusy(false)
  }, [])
  const clear = useCallback(() => setFailure(undefined), [])
  return { busy, failure, run, clear }
}
