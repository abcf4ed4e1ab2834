import type { Caller } from '../auth/caller.ts'
import type { Place } from '../outbox/place.ts'
import { createWaker, type Waker } from './waker.ts'

/** One open stream of events, as the notifier sees it. */
export type Listener = Waker & {
  readonly caller: Caller
  /** The place of the last news that it has dealt with. */
  sent: Place
  /** When it last had something to say, by `clock.elapsed`. */
  spokeAt: number
}

export function createListener(caller: Caller, sent: Place, now: number): Listener {
  return Object.assign(createWaker(), { caller, sent, spokeAt: now })
}
