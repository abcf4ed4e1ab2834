import type { User } from '../../model/user.ts'
import type { SecurityApi } from './api.ts'

/** What every security screen is given. None of them knows which page it is on. */
export type SecurityProps = {
  /** A client of the session: it sends the cookie and no key. */
  api: SecurityApi
  user: User
  /** Origin of the gateway, to whose host name passkeys belong. */
  origin: string
  /** ID of the key that the page itself uses, if it uses one. */
  ownKeyId?: string | undefined
  /** Told after anything that the account's activity will show. */
  onChanged: () => void
}
