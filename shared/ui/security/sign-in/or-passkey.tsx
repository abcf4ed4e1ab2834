import type { User } from '../../../model/user.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { useAction } from '../../kit/buttons/use-action.ts'
import { Refused } from '../../kit/states/refused.tsx'
import { securityWords } from '../../words/security.ts'
import { passkeyObstacle, signInWithPasskey } from '../passkeys/ceremony.ts'
import type { SecurityProps } from '../props.ts'

export type OrPasskeyProps = Pick<SecurityProps, 'api' | 'origin'> & {
  text: string
  onSignedIn: (user: User) => void
}

/** The other way to sign in, or why there is none here. */
export function OrPasskey({ api, origin, text, onSignedIn }: OrPasskeyProps) {
  const passkey = useAction(async () => onSignedIn((await signInWithPasskey(api)).user))
  const obstacle = passkeyObstacle(origin)
  if (obstacle !== undefined) return <p class="hint">{obstacle}</p>
  return (
    <>
      <div class="or" aria-hidden="true">
        {securityWords.signIn.or}
      </div>
      <Button wide icon="passkey" busy={passkey.busy} onClick={passkey.run}>
        {text}
      </Button>
      {passkey.failure !== undefined && <Refused failure={passkey.failure} />}
    </>
  )
}
