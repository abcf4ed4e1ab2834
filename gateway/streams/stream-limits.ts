import { STREAM_COMMENT_MS, STREAMS_MAX, STREAMS_OF_ACCOUNT_MAX, STREAMS_OF_ALL_MAX } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { type Caller, principalOf } from '../auth/caller.ts'
import type { Listener } from './listener.ts'

/** Refuses a stream where the credential, its account, or all accounts together have as many as they may. */
export function requireRoom(listeners: Iterable<Listener>, caller: Caller): void {
  const living = [...listeners].filter(({ ended }) => !ended)
  const ofAccount = living.filter((other) => other.caller.account.id === caller.account.id)
  const own = ofAccount.filter((other) => principalOf(other.caller) === principalOf(caller))
  if (own.length >= STREAMS_MAX) throw tooMany('A credential', STREAMS_MAX)
  if (ofAccount.length >= STREAMS_OF_ACCOUNT_MAX) throw tooMany('An account', STREAMS_OF_ACCOUNT_MAX)
  if (living.length >= STREAMS_OF_ALL_MAX) throw new Refusal('overloaded', { headers: again })
}

/** A stream that was lost is noticed by then. */
const again = { 'retry-after': String(STREAM_COMMENT_MS / 1000) }

function tooMany(whose: string, most: number): Refusal {
  return new Refusal('rate_limited', {
    message: `${whose} has at most ${most} streams at a time. Close one, or wait until a dropped one is noticed.`,
    headers: again,
  })
}
