import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Failure, failureOf } from '#shared/client-failure.ts'
import type { User } from '#shared/model/user.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { FirstPassword } from '#shared/ui/security/password/first-password.tsx'
import { ofAccount } from '#shared/ui/security/sessions/watch-session.ts'
import { SignIn } from '#shared/ui/security/sign-in/sign-in.tsx'
import type { Profile } from '../../gateway/profiles.ts'
import { sessionClient } from '../../gateway/session-client.ts'
import { signOutAtLeaving, tellSignIn } from '../../ui/session/session.ts'
import { whileOpen } from '../../ui/session/while-open.ts'
import { connectWords } from '../../words/en/connect.ts'
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
  const words = connectWords
  const api = useMemo(() => whileOpen(sessionClient(origin)), [origin])
  const [user, setUser] = useState<User>()
  const [failure, setFailure] = useState<Failure>()
  const [pasting, setPasting] = useState(false)
  const session = useSignedOutAfter(origin)
  const typed = useRef<string>(undefined)

  const signedIn = async (who: User, password?: string) => {
    if (session.isLeft()) return signOutAtLeaving(origin, who.id)
    typed.current = password
    session.begin(who.id)
    setFailure(undefined)
    setUser(who)
    if (who.mustChangePassword) return
    try {
      session.hand()
      await makeKey(ofAccount(api, who.id), keep, before)
      onDone()
    } catch (error) {
      setUser(undefined)
      setFailure(failureOf(error))
    } finally {
      session.end()
    }
  }

  if (user?.mustChangePassword)
    return (
      <>
        <FirstPassword api={ofAccount(api, user.id)} user={user} level={2} given={typed.current} onChosen={signedIn} />
        {/* It may have been chosen elsewhere meanwhile. */}
        <Button kind="quiet" onClick={() => setUser(undefined)}>
          {words.signInInstead}
        </Button>
      </>
    )
  if (user !== undefined) return <Waiting label={words.makingKey} />
  return (
    <div class="stack">
      {onBack !== undefined && (
        <p class="found">
          <Icon name="check" />
          <span class="found-at">{words.found(origin)}</span>
          <Button kind="quiet" onClick={onBack}>
            {words.change}
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
        {pasting ? words.signInInstead : words.pasteInstead}
      </Button>
      {!pasting && <p class="hint">{words.keyAbout}</p>}
    </div>
  )
}

/**
 * Ends a sign-in that is not finished: with the page, and with the step unless another part looks after it (from `hand`
 * on: whatever makes the key also signs out). One that another tab has replaced is no more.
 */
function useSignedOutAfter(origin: string) {
  const pending = useRef<{ account: string; handed: boolean; toldNoMore: () => void }>(undefined)
  const left = useRef(false)
  const session = useMemo(() => {
    const end = () => {
      pending.current?.toldNoMore()
      pending.current = undefined
    }
    const begin = (account: string) => {
      end()
      pending.current = { account, handed: false, toldNoMore: tellSignIn(origin, end) }
    }
    const hand = () => {
      if (pending.current !== undefined) pending.current.handed = true
    }
    const leave = () => {
      if (pending.current !== undefined) signOutAtLeaving(origin, pending.current.account)
      end()
    }
    return { begin, hand, end, leave, isLeft: () => left.current }
  }, [origin])
  useEffect(() => {
    left.current = false
    addEventListener('pagehide', session.leave)
    return () => {
      left.current = true
      removeEventListener('pagehide', session.leave)
      if (pending.current?.handed === false) session.leave()
    }
  }, [session])
  return session
}
