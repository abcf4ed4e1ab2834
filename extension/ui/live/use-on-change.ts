import { useEffect, useRef } from 'preact/hooks'
import type { View } from '../../store/view.ts'

/** What the newest transactions are, as one text: another one where any of them changed, came in, or is gone. */
export function signOf(view: View | null): string | undefined {
  return view?.transactions?.list
    .map(({ id, status, waitingFor, updatedAt }) => [id, status, waitingFor, updatedAt])
    .join()
}

/** Does something whenever a sign turns from one into another; not for the first one. */
export function useOnChange(sign: string | undefined, work: () => unknown): void {
  const seen = useRef(sign)
  useEffect(() => {
    const before = seen.current
    seen.current = sign
    if (before !== undefined && sign !== before) void work()
  }, [sign])
}
