import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { User } from '#shared/model/user.ts'
import { CoveredContext } from '#shared/ui/kit/layout/covered.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { FirstPassword } from '#shared/ui/security/password/first-password.tsx'
import { inSessionOf, watchSession } from '#shared/ui/security/sessions/watch-session.ts'
import { AgainProvider } from '#shared/ui/security/sign-in/again.tsx'
import { SignIn } from '#shared/ui/security/sign-in/sign-in.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { sessionClient } from '../../gateway/session-client.ts'
import { heldWords } from '../../words/en/session/held.ts'
import {
  endOtherSession,
  forgetSession,
  type HeldSession,
  heldSession,
  holdSession,
  loseSession,
  updateSessionUser,
  useSession,
} from '../session/session.ts'
import { SignInOver } from '../session/sign-in-over.tsx'
import { whileOpen } from '../session/while-open.ts'

export type WithSessionProps = {
  profile: Profile
  /** Where more stands on the screen than the sign-in. */
  unfocused?: boolean
  /** Why a sign-in is needed. */
  about?: string
  children: (session: HeldSession) => ComponentChildren
}

/**
 * What an API key may not do: a sign-in comes first, unless this page holds one already. Where one ends by itself while
 * something that was typed or a dialog is on the screen, all of it is there again after the next one.
 */
export function WithSession({ profile, unfocused = false, about, children }: WithSessionProps) {
  const { id, origin, email, userId } = profile
  const screen = useRef<HTMLDivElement>(null)
  const shown = useSession(id, () => !!screen.current?.querySelector('dialog, [data-typed]'))
  // What takes the place of something that was shown has the focus, which would be nowhere.
  const wasShown = useRef(false)
  wasShown.current ||= shown !== undefined
  const api = useMemo(() => watchSession(whileOpen(sessionClient(origin)), heldSession, loseSession), [origin])
  const [others, setOthers] = useState(0)
  useEffect(() => endOtherSession(id), [id])
  const signedIn = async (user: User) => {
    // Another installation at this address may have an account of the same e-mail.
    if (user.id === userId) {
      setOthers(0)
      return holdSession({ profileId: id, origin, api, user })
    }
    setOthers((before) => before + 1)
    await api.logout({}, inSessionOf(user.id)).catch(() => undefined)
  }
  const signIn = (
    <>
      <p class="soft">{heldWords.about(origin)}</p>
      {others > 0 && <Refused what={heldWords.other(email)} />}
      <SignIn
        key={others}
        api={api}
        origin={origin}
        email={email}
        level={2}
        unfocused={unfocused && !wasShown.current}
        onSignedIn={signedIn}
      />
    </>
  )
  if (shown === undefined) {
    return (
      <div class="narrow">
        {about !== undefined && <p class="soft">{about}</p>}
        {signIn}
      </div>
    )
  }
  const { session, over } = shown
  return (
    <>
      <CoveredContext.Provider value={over}>
        <div class="under-sign-in" ref={screen} onInput={markTyped}>
          {session.user.mustChangePassword ? (
            <div class="narrow">
              <FirstPassword api={session.api} user={session.user} level={2} onChosen={updateSessionUser} />
            </div>
          ) : (
            <AgainProvider api={session.api} user={session.user} origin={origin}>
              {children(session)}
            </AgainProvider>
          )}
        </div>
      </CoveredContext.Provider>
      {over && <SignInOver onLeave={forgetSession}>{signIn}</SignInOver>}
    </>
  )
}

/** A field is marked until it is gone, but no password, which is not kept. */
function markTyped({ target }: Event): void {
  if (target instanceof HTMLElement && target.getAttribute('type') !== 'password') target.dataset.typed = ''
}
