import { useState } from 'preact/hooks'
import { CodeField } from '../../kit/forms/code-field.tsx'
import { PasswordField } from '../../kit/forms/password-field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'
import { HiddenUsername } from '../password/hidden-username.tsx'
import type { SecurityProps } from '../props.ts'
import { inSessionOf } from '../sessions/watch-session.ts'
import { codeOf, textOf } from '../text-of.ts'
import { hasEnded, SIGN_IN_ENDED } from './has-ended.ts'
import { OrPasskey } from './or-passkey.tsx'

export type SignInAgainProps = Pick<SecurityProps, 'api' | 'user' | 'origin'> & {
  onAnswer: (signedIn: boolean) => void
}

/** Password (then code) or passkey of the account that is signed in already. */
export function SignInAgain({ api, user, origin, onAnswer }: SignInAgainProps) {
  const [challengeId, setChallengeId] = useState<string>()
  const [ended, setEnded] = useState(false)
  const { again, code, signIn } = securityWords
  const giveUp = () => onAnswer(false)

  /** The browser offers the passkeys of every account of this gateway. One of another account does not confirm the action. */
  const signedIn = async (who: SecurityProps['user']) => {
    if (who.id === user.id) return onAnswer(true)
    await api.logout({}, inSessionOf(who.id)).catch(() => undefined)
    onAnswer(false)
    // The page that watches the session learns that there is none any more.
    await api.getSession({}).catch(() => undefined)
  }
  const password = async (values: FormData) => {
    const answer = await api.login({ email: user.email, password: textOf(values, 'password') })
    if ('challenge' in answer) setChallengeId(answer.challenge.id)
    else onAnswer(true)
    return false
  }
  const finish = async (values: FormData) => {
    try {
      await api.loginTotp({ challengeId: challengeId ?? '', code: codeOf(values) })
      onAnswer(true)
    } catch (error) {
      if (!hasEnded(error)) throw error
      setEnded(true)
      setChallengeId(undefined)
    }
    return false
  }
  if (challengeId !== undefined) {
    return (
      <Dialog key="code" title={code.title} action={code.action} onSubmit={finish} onClose={giveUp}>
        <p>{code.about}</p>
        <CodeField label={code.field} name="code" title={code.form} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="password"
      title={again.title}
      action={again.action}
      refused={ended ? SIGN_IN_ENDED : undefined}
      onSubmit={password}
      onClose={giveUp}
    >
      <p>{again.about}</p>
      <HiddenUsername email={user.email} />
      <PasswordField label={signIn.password} name="password" autocomplete="current-password" />
      <OrPasskey api={api} origin={origin} text={again.passkey} onSignedIn={signedIn} />
    </Dialog>
  )
}
