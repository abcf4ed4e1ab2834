import { Field } from '../../kit/forms/field.tsx'
import { Form } from '../../kit/forms/form.tsx'
import { PasswordField } from '../../kit/forms/password-field.tsx'
import { useFirstFocus } from '../../kit/forms/use-first-focus.ts'
import { Section } from '../../kit/layout/section.tsx'
import { securityWords } from '../../words/security.ts'
import { textOf } from '../text-of.ts'
import { SIGN_IN_ENDED } from './has-ended.ts'
import { OrPasskey } from './or-passkey.tsx'
import type { SignInProps } from './sign-in.tsx'

export type SignInPasswordProps = Omit<SignInProps, 'email'> & {
  email: string
  /** A sign-in that waited for its code has ended. */
  ended: boolean
  onChallenge: (id: string, email: string, password: string) => void
}

export function SignInPassword({
  api,
  origin,
  email,
  ended,
  level = 1,
  unfocused = false,
  onSignedIn,
  onChallenge,
}: SignInPasswordProps) {
  const words = securityWords.signIn
  const first = useFirstFocus<HTMLInputElement>(!unfocused)
  const signIn = async (values: FormData) => {
    const typed = textOf(values, 'email').trim()
    const password = textOf(values, 'password')
    const answer = await api.login({ email: typed, password })
    if ('challenge' in answer) onChallenge(answer.challenge.id, typed, password)
    else onSignedIn(answer.user, password)
  }
  return (
    <Section title={words.title} level={level}>
      <Form action={words.action} wide refused={ended ? SIGN_IN_ENDED : undefined} onSubmit={signIn}>
        <Field
          label={words.email}
          name="email"
          type="email"
          autocomplete="username"
          initial={email}
          inputRef={email === '' ? first : null}
        />
        <PasswordField
          label={words.password}
          name="password"
          autocomplete="current-password"
          inputRef={email === '' ? null : first}
        />
      </Form>
      <OrPasskey api={api} origin={origin} text={words.passkey} onSignedIn={onSignedIn} />
    </Section>
  )
}
