import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Failure, failureOf } from '#shared/client-failure.ts'
import type { User } from '#shared/model/user.ts'
import type { SecurityApi } from '#shared/ui/security/api.ts'
import { isSignedOut } from '#shared/ui/security/sessions/watch-session.ts'

/** What is known of the session that this browser may have. */
export type Who =
  | { is: 'unknown' }
  | { is: 'refused'; failure: Failure }
  | { is: 'out'; email: string }
  | { is: 'in'; user: User }

/** Asks once at the start whether there is a session, and keeps what is known of it. */
export function useSignedIn(api: SecurityApi) {
  const [who, setWho] = useState<Who>({ is: 'unknown' })
  const entered = useCallback((user: User) => setWho({ is: 'in', user }), [])
  const left = useCallback((email: string) => setWho({ is: 'out', email }), [])
  const look = useCallback(
    () =>
      api.getSession({}).then(
        ({ user }) => entered(user),
        (error) => setWho(isSignedOut(error) ? { is: 'out', email: '' } : { is: 'refused', failure: failureOf(error) }),
      ),
    [api, entered],
  )
  useEffect(() => void look(), [look])
  return { who, entered, left, look }
}
