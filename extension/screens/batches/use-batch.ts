import { useEffect, useRef } from 'preact/hooks'
import type { Batch } from '#shared/model/batch.ts'
import type { Load } from '#shared/ui/kit/states/use-load.ts'
import { read } from '../../background/ask.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { signOf, useOnChange } from '../../ui/live/use-on-change.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { isOver } from './model.ts'

/** Payments of a batch change many times a second: it is read again at most so often, within what the worker reads a minute. */
const PAUSE_MS = 5_000

/** One batch as it goes on: read now and then, and soon after any payment of the account has changed. */
export function useBatch({ profile, view }: Pick<ScreenProps, 'profile' | 'view'>, id: string): Load<Batch> {
  const batch = useLive(
    async () => (await read(profile.id, 'getBatch', { id })).batch,
    (known) => !isOver(known),
    `${profile.id} ${id}`,
  )
  const soon = useSoon(batch.reload)
  useOnChange(signOf(view), () => batch.is === 'ready' && !isOver(batch.value) && soon())
  return batch
}

/** Does something a while after it was asked for, once for all that ask meanwhile. */
function useSoon(work: () => Promise<unknown>): () => void {
  const newest = useRef(work)
  newest.current = work
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void newest.current()
    }, PAUSE_MS)
  }
}
