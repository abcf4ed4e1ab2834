import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Security as AccountSecurity } from '#shared/ui/security/security.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { WithSession } from '../../ui/routes/with-session.tsx'
import { endSession, type HeldSession, updateSessionUser } from '../../ui/session/session.ts'
import { appWords } from '../../words/en/app.ts'
import { heldWords } from '../../words/en/session/held.ts'
import { securityScreenWords } from '../../words/en/settings/this-browser.ts'
import { ThisBrowser } from './this-browser.tsx'

/** What protects this browser, and what protects the account at the gateway. */
export function Security({ surface, profile, settings }: ScreenProps) {
  const words = securityScreenWords
  if (surface !== 'tab') return <InTab title={appWords.nav.security} about={words.inTab} route="security" back="home" />
  return (
    <>
      <Heading>{appWords.nav.security}</Heading>
      <h2>{words.browser}</h2>
      <ThisBrowser lock={settings.lock} />
      <h2>{words.account}</h2>
      <WithSession profile={profile} unfocused>
        {(session) => (
          <>
            <SignedIn session={session} />
            <AccountSecurity
              api={session.api}
              user={session.user}
              origin={session.origin}
              ownKeyId={profile.key.id}
              onUser={updateSessionUser}
            />
          </>
        )}
      </WithSession>
    </>
  )
}

function SignedIn({ session }: { session: HeldSession }) {
  const signOut = async () => {
    await endSession()
    announce(heldWords.ended)
  }
  return (
    <p class="signed-in">
      <span class="clip">{heldWords.signedIn(session.user.email)}</span>
      <Button kind="quiet" onClick={signOut}>
        {heldWords.signOut}
      </Button>
    </p>
  )
}
