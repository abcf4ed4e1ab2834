import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from '../../store/drafts.ts'

/** A half-filled form that survives a closed popup. Undefined until it was looked for. */
export function useDraft<T>(name: string, schema: z.ZodMiniType<T>, fresh: T) {
  const [draft, setDraft] = useState<T>()
  const newest = useRef<T | undefined>(undefined)
  const show = (next: T) => {
    newest.current = next
    setDraft(next)
  }
  useEffect(() => {
    let current = true
    void readDraft(name).then((kept) => {
      const parsed = schema.safeParse(kept)
      if (current) show(parsed.success ? parsed.data : fresh)
    })
    return () => {
      current = false
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
