import type { ComponentChildren, Ref } from 'preact'
import { useId } from 'preact/hooks'
import { FieldFrame } from './field-frame.tsx'
import { useFlaw } from './form-flaw.ts'

export type FieldProps = {
  label: string
  /** Its key in the form's values, and what the gateway calls it in a flaw. */
  name: string
  hint?: ComponentChildren
  /** What is wrong with it; without one, what the form around it has to say. */
  error?: string
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'date'
  /** How its text looks: an address in fixed width, a code in large digits, an amount in tabular ones. */
  look?: 'plain' | 'mono' | 'code' | 'amount'
  optional?: boolean
  /** Set for a controlled field, `initial` for one that the form reads at the end. */
  value?: string
  initial?: string
  autocomplete?: string
  inputmode?: 'text' | 'numeric' | 'decimal' | 'email' | 'url' | 'search'
  placeholder?: string
  pattern?: string
  /** Said where the pattern does not match; browsers add it to their own sentence. */
  title?: string
  minLength?: number
  maxLength?: number
  readOnly?: boolean
  /** A unit or a button at the end of the box. */
  end?: ComponentChildren
  inputRef?: Ref<HTMLInputElement>
  onInput?: (value: string) => void
}

const looks = { plain: 'input', mono: 'input input-mono', code: 'input input-code', amount: 'input input-amount' }

/** A labelled line of text, with its hint and what is wrong with it wired to it. */
export function Field({ label, name, hint, error, end, look = 'plain', ...props }: FieldProps) {
  const id = useId()
  const flaw = useFlaw(name)
  const shownError = error ?? flaw
  const exact = look === 'mono' || look === 'code'
  return (
    <FieldFrame id={id} label={label} hint={hint} error={shownError} end={end}>
      {(wiring) => (
        <input
          {...wiring}
          ref={props.inputRef ?? null}
          class={looks[look]}
          name={name}
          // The types list attributes per kind of input; those given here fit every kind that FieldProps allows.
          type={(props.type ?? 'text') as 'text'}
          required={!props.optional}
          value={props.value}
          defaultValue={props.initial}
          autocomplete={props.autocomplete ?? 'off'}
          autocapitalize={exact ? 'none' : undefined}
          spellcheck={exact ? false : undefined}
          inputMode={props.inputmode}
          placeholder={props.placeholder}
          pattern={props.pattern}
          title={props.title}
          minLength={props.minLength}
          maxLength={props.maxLength}
          readOnly={props.readOnly}
          onInput={(event) => props.onInput?.(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
