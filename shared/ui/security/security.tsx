import { useState } from 'preact/hooks'
import type { User } from '../../model/user.ts'
import { Activity } from './activity/activity.tsx'
import type { SecurityApi } from './api.ts'
import { ApiKeys } from './api-keys/api-keys.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { Password } from './password/password.tsx'
import { Sessions } from './sessions/sessions.tsx'
import { AgainProvider } from './sign-in/again.tsx'
import { Totp } from './totp/totp.tsx'

export type SecurityScreenProps = {
  /** A client of the session: it sends the cookie and no key. */
  api: SecurityApi
  user: User
  /** Origin of the gateway, to whose host name passkeys belong. */
  origin: string
  /** ID of the key that the page itself uses, if it uses one. */
  ownKeyId?: string | undefined
  /** Told of the account after a change to it. */
  onUser: (user: User) => void
}

/** Everything that an account's owner does for its security, as cards one below the other. */
export function Security({ api, user, origin, ownKeyId, onUser }: SecurityScreenProps) {
  const [version, setVersion] = useState(0)
  const props = { api, user, origin, ownKeyId, onChanged: () => setVersion((before) => before + 1) }
  return (
    <AgainProvider {...props}>
      <ApiKeys {...props} />
      <Passkeys {...props} />
      <Totp {...props} onUser={onUser} />
      <Password {...props} />
      <Sessions {...props} version={version} />
      <Activity api={api} version={version} />
    </AgainProvider>
  )
}
