import type { ComponentChildren } from 'preact'
import { kitWords } from '../../words/kit.ts'
import { Button } from '../buttons/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { Time } from '../values/time.tsx'
import { sayFailure } from './failure-words.ts'
import { Refused } from './refused.tsx'
import type { Load } from './use-load.ts'
import { Waiting } from './waiting.tsx'

export type LoadedProps<T> = {
  of: Load<T>
  /** Shown until there is an answer; skeleton lines where left out. */
  waiting?: ComponentChildren
  /** Whether there is nothing in it, and what to say then. */
  empty?: (value: T) => boolean
  whenEmpty?: ComponentChildren
  /** Says how old the answer is, with a button to ask again. */
  age?: boolean
  children: (value: T) => ComponentChildren
}

/** The four states of whatever is loaded: waiting, refused with a way out, empty, ready. */
export function Loaded<T>({ of, waiting, empty, whenEmpty, age = false, children }: LoadedProps<T>) {
  if (of.is === 'waiting') return waiting ?? <Waiting />
  if (of.is === 'refused') return <Refused failure={of.failure} onRetry={of.reload} />
  return (
    <>
      {of.failure !== undefined && <Stale {...of} failure={of.failure} />}
      {age && of.failure === undefined && <Age {...of} />}
      {empty?.(of.value) ? whenEmpty : children(of.value)}
    </>
  )
}

function Stale({
  at,
  failure,
  reload,
}: {
  at: number
  failure: Parameters<typeof sayFailure>[0]
  reload: () => Promise<void>
}) {
  return (
    <div class="stale" role="status">
      <Icon name="warning" />
      <p>
        {sayFailure(failure).what} <Time at={at} around={kitWords.stale} />
      </p>
      <Button kind="quiet" onClick={reload}>
        {kitWords.retry}
      </Button>
    </div>
  )
}

function Age({ at, reload }: { at: number; reload: () => Promise<void> }) {
  return (
    <div class="age">
      <Time at={at} around={kitWords.asOf} />
      <Button kind="quiet" icon="refresh" onClick={reload}>
        {kitWords.reload}
      </Button>
    </div>
  )
}
