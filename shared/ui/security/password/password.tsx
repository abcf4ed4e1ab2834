import { useState } from 'preact/hooks'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../limits.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { PasswordField } from '../../kit/forms/password-field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { announce } from '../../kit/states/announcements.ts'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { textOf } from '../text-of.ts'
import { HiddenUsername } from './hidden-username.tsx'

/** Changes the password; every other session ends with it. */
export function Password({ api, user, onChanged }: SecurityProps) {
  const words = securityWords.password
  const [changing, setChanging] = useState(false)
  const change = async (values: FormData) => {
    const currentPassword = textOf(values, 'currentPassword')
    await api.changePassword({ currentPassword, newPassword: textOf(values, 'newPassword') })
    announce(words.done)
    onChanged()
  }
  return (
    <Section
      title={words.title}
      about={words.about}
      actions={<Button onClick={() => setChanging(true)}>{words.change}</Button>}
    >
      {changing && (
        <Dialog title={words.changeTitle} action={words.action} onSubmit={change} onClose={() => setChanging(false)}>
          <HiddenUsername email={user.email} />
          <PasswordField label={words.current} name="currentPassword" autocomplete="current-password" />
          <PasswordField
            label={words.chosen}
            name="newPassword"
            autocomplete="new-password"
            hint={words.hint}
            minLength={PASSWORD_MIN}
            maxLength={PASSWORD_MAX}
          />
        </Dialog>
      )}
    </Section>
  )
}
