import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { User } from '#shared/model/user.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { FirstPassword } from '#shared/ui/security/password/first-password.tsx'
import { watchSession } from '#shared/ui/security/sessions/watch-session.ts'
import { AgainProvider } from '#shared/ui/security/sign-in/again.tsx'
import { SignIn } from '#shared/ui/security/sign-in/sign-in.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { sessionClient } from '../../gateway/session-client.ts'
import { heldWords } from '../../words/en/session/held.ts'
import {
  endOtherSession,
  endSession,
  forgetSession,
  type HeldSession,
  holdSession,
  updateSessionUser,
  useSession,
} from '../session/session.ts'
import { whileOpen } from '../session/while-open.ts'

export type WithSessionProps = {
  profile: Profile
  /** Where more stands on the screen than the sign-in. */
  unfocused?: boolean
  children: (session: HeldSession) => ComponentChildren
}

/** What an API key may not do: a sign-in comes first, unless this page holds one already. */
export function WithSession({ profile, unfocused = false, children }: WithSessionProps) {
  const { id, origin, email } = profile
  const session = useSession(id)
  const api = useMemo(() => watchSession(whileOpen(sessionClient(origin)), forgetSession), [origin])
  const [other, setOther] = useState(false)
  useEffect(() => endOtherSession(id), [id])
  const signedIn = async (user: User) => {
    setOther(user.email !== email)
    holdSession({ profileId: id, origin, api, user })
    if (user.email !== email) await endSession()
  }
  if (session === undefined) {
    return (
      <div class="narrow">
        <p class="soft">{heldWords.about(origin)}</p>
        {other && <Refused what={heldWords.other(email)} />}
        <SignIn api={api} origin={origin} email={email} level={2} unfocused={unfocused} onSignedIn={signedIn} />
      </div>
    )
  }
  if (session.user.mustChangePassword) {
    return (
      <div class="narrow">
        <FirstPassword api={session.api} user={session.user} level={2} onChosen={updateSessionUser} />
      </div>
    )
  }
  return (
    <AgainProvider api={session.api} user={session.user} origin={origin}>
      {children(session)}
    </AgainProvider>
  )
}
