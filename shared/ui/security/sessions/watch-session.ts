import { ACCOUNT_HEADER } from '../../../api/kit/base.ts'
import { failureOf } from '../../../client-failure.ts'
import type { CallOptions } from '../../../client-of.ts'

type Call = (input: unknown, options?: CallOptions) => Promise<unknown>

/**
 * The same client, which also tells when the gateway no longer knows the session. `held` gives the one that is held now: an
 * answer to a call of a former one is no news of it.
 */
export function watchSession<Api extends object>(api: Api, held: () => unknown, onEnded: () => void): Api {
  return eachCall(api, (call) => async (...given) => {
    const during = held()
    try {
      return await call(...given)
    } catch (error) {
      if ((isSignedOut(error) || isReplaced(error)) && held() === during) onEnded()
      throw error
    }
  })
}

/** The same client, whose calls do nothing once another account is signed in with the same cookie. */
export function ofAccount<Api extends object>(api: Api, account: string): Api {
  return eachCall(api, (call) => (input, options) => call(input, { ...inSessionOf(account), ...options }))
}

/** For a call that counts only in a session of this account: in that of another it is `invalid_session`. */
export function inSessionOf(account: string): CallOptions {
  return { headers: { [ACCOUNT_HEADER]: account } }
}

function eachCall<Api extends object>(api: Api, change: (call: Call) => Call): Api {
  return Object.fromEntries(Object.entries(api).map(([name, call]) => [name, change(call as Call)])) as Api
}

/** Another sign-in, on a page of another origin, has taken the cookie. Where this page's own origin is wrong, its next sign-in says so. */
const isReplaced = (error: unknown) => failureOf(error).code === 'cross_site_request'

/** Whether somebody has to sign in before this can work: with another account, where this one is disabled. */
export function isSignedOut(error: unknown): boolean {
  return ['unauthenticated', 'invalid_session', 'account_disabled'].includes(failureOf(error).code)
}
