import { PASSWORD_MAX, PASSWORD_MIN } from '../../../limits.ts'
import type { User } from '../../../model/user.ts'
import { Form } from '../../kit/forms/form.tsx'
import { PasswordField } from '../../kit/forms/password-field.tsx'
import { useFirstFocus } from '../../kit/forms/use-first-focus.ts'
import { Section } from '../../kit/layout/section.tsx'
import { announce } from '../../kit/states/announcements.ts'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { textOf } from '../text-of.ts'
import { HiddenUsername } from './hidden-username.tsx'

export type FirstPasswordProps = Pick<SecurityProps, 'api' | 'user'> & {
  level?: 1 | 2
  /** The password typed a moment ago, which is not asked for once more. */
  given?: string | undefined
  onChosen: (user: User) => void
}

/** A password that was given out has to be changed before anything else. */
export function FirstPassword({ api, user, level = 1, given, onChosen }: FirstPasswordProps) {
  const words = securityWords.first
  const first = useFirstFocus<HTMLInputElement>()
  const change = async (values: FormData) => {
    const currentPassword = given ?? textOf(values, 'currentPassword')
    const changed = await api.changePassword({ currentPassword, newPassword: textOf(values, 'newPassword') })
    announce(words.done)
    onChosen(changed.user)
  }
  return (
    <Section title={words.title} level={level} about={words.about}>
      <Form action={words.action} wide onSubmit={change}>
        <HiddenUsername email={user.email} />
        {given === undefined && (
          <PasswordField label={words.given} name="currentPassword" autocomplete="current-password" inputRef={first} />
        )}
        <PasswordField
          label={words.chosen}
          name="newPassword"
          {...(given !== undefined && { inputRef: first })}
          autocomplete="new-password"
          minLength={PASSWORD_MIN}
          maxLength={PASSWORD_MAX}
        />
      </Form>
    </Section>
  )
}
