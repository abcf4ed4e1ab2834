import type { Ref } from 'preact'
import { PasswordField } from '#shared/ui/kit/forms/password-field.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { VAULT_PASSWORD_MAX, VAULT_PASSWORD_MIN } from '../../vault/password-limits.ts'
import { newPasswordWords } from '../../words/en/session/welcome.ts'
import { fieldFlaw } from '../obstacles/field-flaw.ts'
import { needed } from '../parts/needed.ts'

/** A new password of this browser, typed twice. */
export function NewPasswordFields({ label, inputRef }: { label: string; inputRef?: Ref<HTMLInputElement> }) {
  const limits = { minLength: VAULT_PASSWORD_MIN, maxLength: VAULT_PASSWORD_MAX }
  return (
    <>
      <PasswordField
        label={label}
        name="next"
        autocomplete="new-password"
        hint={newPasswordWords.hint(VAULT_PASSWORD_MIN)}
        {...limits}
        {...(inputRef !== undefined && { inputRef })}
      />
      <PasswordField label={newPasswordWords.again} name="again" autocomplete="new-password" {...limits} />
    </>
  )
}

/** The password, or the refusal of a form whose two fields differ, or whose password is guessed soon. */
export async function newPasswordOf(values: FormData): Promise<string> {
  const next = textOf(values, 'next')
  if (textOf(values, 'again') !== next) throw fieldFlaw('again', newPasswordWords.differs)
  const { isWeak } = await needed(import('./strength.ts'))
  if (isWeak(next)) throw fieldFlaw('next', newPasswordWords.weak)
  return next
}
