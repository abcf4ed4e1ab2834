import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Failure, failureOf } from '#shared/failure.ts'
import type { User } from '#shared/model/user.ts'
import { Button } from '#shared/ui/kit/button.tsx'
import { Icon } from '#shared/ui/kit/icon.tsx'
import { Refused } from '#shared/ui/kit/refused.tsx'
import { Waiting } from '#shared/ui/kit/waiting.tsx'
import { FirstPassword } from '#shared/ui/security/first-password.tsx'
import { SignIn } from '#shared/ui/security/sign-in.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { sessionClient } from '../../gateway/session-client.ts'
import { signOutAtLeaving } from '../../ui/session.ts'
import * as words from '../../words/en.ts'
import { makeKey } from './make-key.ts'
import { PasteKey } from './paste-key.tsx'

export type KeyStepProps = {
  origin: string
  /** Connected before: it gets a new key. */
  before?: Profile
  /** Stores the key, and from then on is the only one who has it. */
  keep: (apiKey: string) => Promise<unknown>
  onDone: () => void
  /** Back to the address, where that was typed. */
  onBack?: () => unknown
}

/** Gets the wallet a key of its own: by a sign-in that ends right after, or by one that was made elsewhere. */
export function KeyStep({ origin, before, keep, onDone, onBack }: KeyStepProps) {
  const said = words.connect
  const api = useMemo(() => sessionClient(origin), [origin])
  const [user, setUser] = useState<User>()
  const [failure, setFailure] = useState<Failure>()
  const [pasting, setPasting] = useState(false)
  const session = useSignedOutAfter(origin)

  const signedIn = async (who: User) => {
    session.current = true
    setFailure(undefined)
    setUser(who)
    if (who.mustChangePassword) return
    try {
      await makeKey(api, keep, before)
      session.current = false
      onDone()
    } catch (error) {
      session.current = false
      setUser(undefined)
      setFailure(failureOf(error))
    }
  }

  if (user?.mustChangePassword) return <FirstPassword api={api} user={user} level={2} onChosen={signedIn} />
  if (user !== undefined) return <Waiting label={said.makingKey} />
  return (
    <div class="stack">
      {onBack !== undefined && (
        <p class="found">
          <Icon name="check" />
          <span class="found-at">{said.found(origin)}</span>
          <Button kind="quiet" onClick={onBack}>
            {said.change}
          </Button>
        </p>
      )}
      {failure !== undefined && <Refused failure={failure} />}
      {pasting ? (
        <PasteKey
          onKey={async (apiKey) => {
            await keep(apiKey)
            onDone()
          }}
        />
      ) : (
        <SignIn api={api} origin={origin} level={2} {...(before && { email: before.email })} onSignedIn={signedIn} />
      )}
      <Button kind="quiet" onClick={() => setPasting(!pasting)}>
        {pasting ? said.signInInstead : said.pasteInstead}
      </Button>
      {!pasting && <p class="hint">{said.keyAbout}</p>}
    </div>
  )
}

/** While the answer is true, somebody is signed in: left like that, by page or step, the session is ended. */
function useSignedOutAfter(origin: string) {
  const session = useRef(false)
  useEffect(() => {
    const leave = () => {
      if (session.current) signOutAtLeaving(origin)
      session.current = false
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [origin])
  return session
}
