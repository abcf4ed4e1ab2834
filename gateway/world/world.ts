import type { Chain } from '../chain/port.ts'
import type { Config } from '../config/config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import type { Locks } from './locks.ts'
import type { Log } from './log.ts'
import type { Memory } from './memory.ts'
import type { Post } from './outgoing/post.ts'
import type { RequestCounter } from './requests/counter.ts'
import type { SingleFlight } from './single-flight.ts'

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since some moment, which no setting of the clock turns back: for what lasts. */
  elapsed(): number
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Points around every commit and every network send of a payment, and every commit of what came in, at which the crash tests end the process. */
export type Step =
  | 'before storing legs'
  | 'before committing legs'
  | 'after storing legs'
  | 'before sending'
  | 'after sending'
  | 'before writing a verdict'
  | 'after writing a verdict'
  | 'before storing arrivals'
  | 'before committing arrivals'
  | 'after storing arrivals'

/** All that a use case may touch of the outside: tests bring their own. */
export type World = {
  config: Config
  db: Db
  keys: Keyring
  chain: Chain
  clock: Clock
  /**
   * Milliseconds since the epoch by the clock that all gateways on this database share: for what they count together, and
   * what one begins and another ends.
   */
  sharedNow(db: Db): Promise<number>
  /** A new cuid-style identifier. */
  newId(): string
  locks: Locks
  /** How many requests came in the last minute. */
  requests: RequestCounter
  singleFlight: SingleFlight
  /** What this process remembers between requests, and may lose. */
  memory: Memory
  /** Sends a message to an address that an account has chosen. */
  post: Post
  log: Log
  /** Called at each step. Does nothing, except in the crash tests. */
  step(step: Step): void
  /** Aborted when the gateway is told to stop: no new job begins, and streams end. Calls that run go on. */
  closing: AbortSignal
  /** Aborted when calls have no more time to finish (`SOTTO_DRAIN_MS` after `closing`): what waits answers at once. */
  drained: AbortSignal
}
