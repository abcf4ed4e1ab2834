import type { ComponentChildren, Ref } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { kitWords } from '../../words/kit.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { CoveredContext } from '../layout/covered.ts'
import { Field } from './field.tsx'

export type PasswordFieldProps = {
  label: string
  name: string
  /** `off` for a secret that no password manager should keep, such as an API key. */
  autocomplete: 'current-password' | 'new-password' | 'off'
  hint?: ComponentChildren
  error?: string
  optional?: boolean
  minLength?: number
  maxLength?: number
  value?: string
  inputRef?: Ref<HTMLInputElement>
  onInput?: (value: string) => void
}

/** A secret that is typed, and can be looked at while it is. Something that covers the screen empties it. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const covered = useContext(CoveredContext)
  const toggle = (
    // Its name leaves out the field's own, so that "Password" names one thing.
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      label={kitWords.showTyped}
      pressed={shown}
      onClick={() => setShown(!shown)}
    />
  )
  const look = shown ? 'mono' : 'plain'
  return <Field key={String(covered)} {...props} type={shown ? 'text' : 'password'} look={look} end={toggle} />
}
