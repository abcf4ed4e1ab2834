import type { ComponentChildren, Ref } from 'preact'
import { Field } from './field.tsx'

export type CodeFieldProps = {
  label: string
  name: string
  hint?: ComponentChildren
  /** Six digits only; else a recovery code is right too. */
  digits?: boolean
  /** What is wrong with a code of another form. */
  title: string
  inputRef?: Ref<HTMLInputElement>
}

/** The code of an authenticator app; apps show it as two groups of three, which may be typed so. */
export function CodeField({ digits = false, ...props }: CodeFieldProps) {
  return (
    <Field
      {...props}
      look="code"
      autocomplete="one-time-code"
      inputmode={digits ? 'numeric' : 'text'}
      pattern={digits ? '\\s*[0-9]{3}\\s?[0-9]{3}\\s*' : '\\s*([0-9]{3}\\s?[0-9]{3}|[A-Za-z0-9\\-\\s]{8,40})\\s*'}
      maxLength={digits ? 9 : 40}
    />
  )
}
