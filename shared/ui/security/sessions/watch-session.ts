import { failureOf } from '../../../client-failure.ts'

/** The same client, which also tells when the gateway no longer knows the session. */
export function watchSession<Api extends object>(api: Api, onEnded: () => void): Api {
  const watched = Object.entries(api).map(([name, call]) => {
    const watch = async (...given: unknown[]) => {
      try {
        return await (call as (...given: unknown[]) => Promise<unknown>)(...given)
      } catch (error) {
        if (isSignedOut(error)) onEnded()
        throw error
      }
    }
    return [name, watch]
  })
  return Object.fromEntries(watched) as Api
}

/** Whether somebody has to sign in before this can work. */
export function isSignedOut(error: unknown): boolean {
  return ['unauthenticated', 'invalid_session'].includes(failureOf(error).code)
}
