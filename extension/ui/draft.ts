import { useCallback, useEffect, useState } from 'preact/hooks'
import * as z from 'zod/mini'
import { item } from '../store/item.ts'

const drafts = item<Record<string, unknown>>('session', 'drafts', z.record(z.string(), z.unknown()), {})

/** A half-filled form that survives a closed popup. In memory only, gone with the lock; never for a secret. */
export function useDraft<T>(name: string, schema: z.ZodMiniType<T>, fresh: T) {
  const [draft, setDraft] = useState<T>()
  useEffect(() => {
    void drafts.get().then((all) => {
      const kept = schema.safeParse(all[name])
      setDraft(kept.success ? kept.data : fresh)
    })
  }, [name])
  const change = useCallback(
    (part: Partial<T>) =>
      setDraft((before) => {
        const after = { ...(before ?? fresh), ...part }
        void drafts.update((all) => ({ ...all, [name]: after }))
        return after
      }),
    [name],
  )
  const clear = useCallback(() => {
    setDraft(fresh)
    return drafts.update(({ [name]: _, ...rest }) => rest)
  }, [name])
  return { draft, change, clear }
}

/** Leaves a form filled in for whoever opens it next. */
export async function leaveDraft(name: string, draft: unknown): Promise<void> {
  await drafts.update((all) => ({ ...all, [name]: draft }))
}

/** Forgets a form that was sent, without changing the one on screen. */
export async function dropDraft(name: string): Promise<void> {
  await drafts.update(({ [name]: _, ...rest }) => rest)
}
