import { ACCOUNT_FACTOR, LIMIT_WINDOW_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusals.ts'
import { type Caller, principalOf } from '../../auth/caller.ts'
import type { World } from '../../world/world.ts'
import { SlidingWindow } from './sliding-window.ts'

export type Kind = 'reads' | 'writes'

/** `RateLimit` fields as of draft-ietf-httpapi-ratelimit-headers-10. */
type Headers = Record<string, string>

export type Limits = {
  /** Counts a request of a credential, and of its account as a whole. Throws `rate_limited`. */
  countCaller(caller: Caller, kind: Kind): Headers
  /** Counts a request without credential, by client address. */
  countAddress(address: string, kind: Kind): Headers
}

/** `policy`: the name under which the answer tells of it. */
type Rule = { policy: string; key: string; limit: number }

/** Limits counted in the memory of this process: empty after a restart. */
export function createLimits(world: Pick<World, 'clock' | 'config'>): Limits {
  const windows = { reads: new SlidingWindow(LIMIT_WINDOW_MS), writes: new SlidingWindow(LIMIT_WINDOW_MS) }
  const most = { reads: world.config.SOTTO_LIMIT_READS, writes: world.config.SOTTO_LIMIT_WRITES }
  let sweptAt = world.clock.elapsed()

  function count(kind: Kind, rules: Rule[]): Headers {
    const now = world.clock.elapsed()
    if (now - sweptAt > LIMIT_WINDOW_MS) {
      sweptAt = now
      for (const window of Object.values(windows)) window.sweep(now)
    }
    const window = windows[kind]
    const looks = rules.map((rule) => ({ ...rule, ...window.look(rule.key, rule.limit, now) }))
    const tightest = looks.reduce((a, b) => (b.remaining < a.remaining ? b : a))
    if (tightest.remaining === 0) {
      const retryAfter = Math.max(1, Math.ceil(tightest.resetMs / 1000))
      const headers = { ...fields(tightest, 0, tightest.resetMs), 'retry-after': String(retryAfter) }
      throw new Refusal('rate_limited', { headers, message: `Too many ${kind}. Try again in ${retryAfter} s.` })
    }
    for (const rule of rules) window.add(rule.key, now)
    return fields(tightest, tightest.remaining - 1, tightest.resetMs || LIMIT_WINDOW_MS)
  }

  return {
    countCaller: (caller, kind) =>
      count(kind, [
        { policy: kind, key: principalOf(caller), limit: most[kind] },
        { policy: `account-${kind}`, key: `account:${caller.account.id}`, limit: most[kind] * ACCOUNT_FACTOR },
      ]),
    countAddress: (address, kind) => count(kind, [{ policy: kind, key: `address:${address}`, limit: most[kind] }]),
  }
}

/** Of the bucket that is nearest to its end: the credential's own, or that of its account as a whole. */
function fields({ policy, limit }: Rule, remaining: number, resetMs: number): Headers {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${LIMIT_WINDOW_MS / 1000}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  }
}
