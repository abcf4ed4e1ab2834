import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from '../../store/drafts.ts'

/**
 * A half-filled form that survives a closed popup. Undefined until it was looked for. Two pages that show it are one form:
 * each has the last typed values when the person turns to it, and nothing changes in the one that is shown. `taken` is what a
 * page makes of what another one left.
 */
export function useDraft<T>(name: string, schema: z.ZodMiniType<T>, fresh: T, taken: (kept: T) => T = (kept) => kept) {
  const [draft, setDraft] = useState<T>()
  const newest = useRef<T | undefined>(undefined)
  const show = (next: T) => {
    newest.current = next
    setDraft(next)
  }
  useEffect(() => {
    let current = true
    const read = async () => {
      const before = newest.current
      const parsed = schema.safeParse(await readDraft(name))
      // Typed meanwhile: that is newer.
      if (!current || newest.current !== before) return
      const kept = parsed.success ? parsed.data : fresh
      if (JSON.stringify(kept) !== JSON.stringify(before)) show(before === undefined ? kept : taken(kept))
    }
    const turn = () => {
      void read()
    }
    void read()
    addEventListener('focus', turn)
    return () => {
      current = false
      removeEventListener('focus', turn)
    }
  }, [name])
  const change = useCallback(
    (part: Partial<T>) => {
      const next = { ...(newest.current ?? fresh), ...part }
      show(next)
      void keepDraft(name, next)
    },
    [name],
  )
  const clear = useCallback(() => {
    show(fresh)
    return dropDraft(name)
  }, [name])
  return { draft, change, clear }
}
