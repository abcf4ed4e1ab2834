import { ACCOUNT_FACTOR, LIMIT_WINDOW_MS } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { type Caller, principalOf } from '../../auth/caller.ts'
import type { World } from '../../world/world.ts'

export type Kind = 'reads' | 'writes'

/** `RateLimit` fields as of draft-ietf-httpapi-ratelimit-headers-10. */
type Headers = Record<string, string>

export type Limits = {
  /** Counts a request of a credential, and of its account as a whole. Throws `rate_limited`. */
  countCaller(caller: Caller, kind: Kind): Promise<Headers>
  /** Counts a request without credential, by client address. */
  countAddress(address: string, kind: Kind): Promise<Headers>
}

/** `policy`: the name under which the answer tells of it. */
type Rule = { policy: string; key: string; limit: number }

/** Limits on requests, of everyone who serves this database together. */
export function createLimits({ requests, config }: Pick<World, 'requests' | 'config'>): Limits {
  const most = { reads: config.SOTTO_LIMIT_READS, writes: config.SOTTO_LIMIT_WRITES }

  async function count(kind: Kind, rules: Rule[]): Promise<Headers> {
    const { isCounted, rooms } = await requests.count(rules.map(({ key, limit }) => ({ key: `${kind} ${key}`, limit })))
    const looks = rules.map((rule, index) => ({ ...rule, ...(rooms[index] ?? NO_ROOM) }))
    const tightest = looks.reduce((a, b) => (b.remaining < a.remaining ? b : a))
    if (isCounted) return fields(tightest, tightest.remaining, tightest.resetMs)
    const retryAfter = Math.max(1, Math.ceil(tightest.resetMs / 1000))
    const headers = { ...fields(tightest, 0, tightest.resetMs), 'retry-after': String(retryAfter) }
    throw new Refusal('rate_limited', { headers, message: `Too many ${kind}. Try again in ${retryAfter} s.` })
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

const NO_ROOM = { remaining: 0, resetMs: 0 }

/** Headers about the bucket that has least left: the credential's own, or that of the whole account. */
function fields({ policy, limit }: Rule, remaining: number, resetMs: number): Headers {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${LIMIT_WINDOW_MS / 1000}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  }
}
