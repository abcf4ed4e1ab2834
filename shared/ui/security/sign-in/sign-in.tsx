import { useRef, useState } from 'preact/hooks'
import type { User } from '../../../model/user.ts'
import type { SecurityApi } from '../api.ts'
import { SignInCode } from './sign-in-code.tsx'
import { SignInPassword } from './sign-in-password.tsx'

export type SignInProps = {
  api: SecurityApi
  /** Origin of the gateway, to whose host name passkeys belong. */
  origin: string
  email?: string
  /** Which heading it has on its page. */
  level?: 1 | 2
  /** Leaves the focus where it is at first: where more stands on the page than the sign-in. */
  unfocused?: boolean
  /** `password` where one was typed: it need not be asked for once more. */
  onSignedIn: (user: User, password?: string) => void
}

/** E-mail and password, then a code where the account wants one; or a passkey. */
export function SignIn({ email: known = '', ...props }: SignInProps) {
  const [email, setEmail] = useState(known)
  const [challengeId, setChallengeId] = useState<string>()
  const [ended, setEnded] = useState(false)
  const password = useRef<string>(undefined)
  if (challengeId !== undefined) {
    const onSignedIn = (user: User) => props.onSignedIn(user, password.current)
    return (
      <SignInCode
        {...props}
        onSignedIn={onSignedIn}
        challengeId={challengeId}
        onBack={() => setChallengeId(undefined)}
        onEnded={() => {
          setEnded(true)
          setChallengeId(undefined)
        }}
      />
    )
  }
  const challenged = (id: string, typed: string, secret: string) => {
    password.current = secret
    setEmail(typed)
    setEnded(false)
    setChallengeId(id)
  }
  return <SignInPassword {...props} email={email} ended={ended} onChallenge={challenged} />
}
