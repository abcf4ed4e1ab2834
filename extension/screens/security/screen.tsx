import { announce } from '#shared/ui/kit/announcements.ts'
import { Button } from '#shared/ui/kit/button.tsx'
import { Security as AccountSecurity } from '#shared/ui/security/security.tsx'
import { Heading } from '../../ui/heading.tsx'
import { InTab } from '../../ui/in-tab.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import { endSession, type HeldSession, updateSessionUser } from '../../ui/session.ts'
import { WithSession } from '../../ui/with-session.tsx'
import * as words from '../../words/en.ts'
import { ThisBrowser } from './this-browser.tsx'

/** What protects this browser, and what protects the account at the gateway. */
export function Security({ surface, profile, settings }: ScreenProps) {
  const said = words.security
  if (surface === 'popup')
    return <InTab title={words.app.nav.security} about={said.inTab} route="security" back="home" />
  return (
    <>
      <Heading>{words.app.nav.security}</Heading>
      <h2>{said.browser}</h2>
      <ThisBrowser lock={settings.lock} />
      <h2>{said.account}</h2>
      <WithSession profile={profile} unfocused>
        {(session) => (
          <>
            <SignedIn session={session} />
            <AccountSecurity api={session.api} user={session.user} origin={session.origin} onUser={updateSessionUser} />
          </>
        )}
      </WithSession>
    </>
  )
}

function SignedIn({ session }: { session: HeldSession }) {
  const signOut = async () => {
    await endSession()
    announce(words.held.ended)
  }
  return (
    <p class="signed-in">
      <span class="clip">{words.held.signedIn(session.user.email)}</span>
      <Button kind="quiet" onClick={signOut}>
        {words.held.signOut}
      </Button>
    </p>
  )
}
