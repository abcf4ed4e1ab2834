import type { Caller } from '../auth/caller.ts'
import type { Place } from '../outbox/place.ts'

/** One open stream, as the notifier sees it. */
export type Listener = {
  readonly caller: Caller
  /** The place of the last news that it has dealt with. */
  sent: Place
  /** When it last had something to say, by `clock.elapsed`. */
  spokeAt: number
  readonly ended: boolean
  /** There may be news, or a comment is due. */
  wake(): void
  /** Its client has gone, its credential holds no longer, or the gateway stops. */
  end(): void
  /** Resolves with the next `wake` or `end`, at once where there was one since the last call. */
  awake(): Promise<void>
}

export function createListener(caller: Caller, sent: Place, now: number): Listener {
  let isEnded = false
  let isAwake = false
  let resolve: (() => void) | undefined
  const wake = () => {
    isAwake = true
    resolve?.()
  }
  return {
    caller,
    sent,
    spokeAt: now,
    get ended() {
      return isEnded
    },
    wake,
    end() {
      isEnded = true
      wake()
    },
    async awake() {
      if (!isAwake)
        await new Promise<void>((done) => {
          resolve = done
        })
      resolve = undefined
      isAwake = isEnded
    },
  }
}
