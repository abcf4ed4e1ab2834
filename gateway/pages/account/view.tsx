import type { User } from '#shared/model/user.ts'
import { useFirstFocus } from '#shared/ui/kit/forms/use-first-focus.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import type { SecurityApi } from '#shared/ui/security/api.ts'
import { FirstPassword } from '#shared/ui/security/password/first-password.tsx'
import { Security } from '#shared/ui/security/security.tsx'
import { SignIn } from '#shared/ui/security/sign-in/sign-in.tsx'
import type { Who } from './use-signed-in.ts'
import { words } from './words.ts'

export type ViewProps = {
  who: Who
  api: SecurityApi
  origin: string
  onUser: (user: User) => void
  onRetry: () => Promise<void>
}

/** What is below the bar: sign-in, the first password, or the account. */
export function View({ who, api, origin, onUser, onRetry }: ViewProps) {
  switch (who.is) {
    case 'unknown':
      return (
        <main class="narrow">
          <Waiting label={words.looking} />
        </main>
      )
    case 'refused':
      return (
        <main class="narrow">
          <Refused failure={who.failure} onRetry={onRetry} />
        </main>
      )
    case 'out':
      return (
        <main class="narrow">
          <SignIn api={api} origin={origin} email={who.email} onSignedIn={onUser} />
        </main>
      )
    case 'in':
      return who.user.mustChangePassword ? (
        <main class="narrow">
          <FirstPassword api={api} user={who.user} onChosen={onUser} />
        </main>
      ) : (
        <Account api={api} user={who.user} origin={origin} onUser={onUser} />
      )
  }
}

function Account(props: { api: SecurityApi; user: User; origin: string; onUser: (user: User) => void }) {
  // A reader begins at the start of what has just appeared.
  const main = useFirstFocus<HTMLElement>()
  return (
    <main class="account" ref={main} tabIndex={-1}>
      <h1 class="unseen">{words.account}</h1>
      <Security {...props} />
    </main>
  )
}
