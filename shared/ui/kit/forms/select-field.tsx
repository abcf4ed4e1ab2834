import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { FieldFrame } from './field-frame.tsx'
import { useFlaw } from './form-flaw.ts'

export type SelectFieldProps = {
  label: string
  name: string
  hint?: ComponentChildren
  error?: string
  /** Value and text of each choice, in order. */
  options: readonly (readonly [value: string, text: string])[]
  value?: string
  initial?: string
  onChange?: (value: string) => void
}

/** One of a few choices. */
export function SelectField({ label, name, hint, error, options, value, initial, onChange }: SelectFieldProps) {
  const id = useId()
  const flaw = useFlaw(name)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? flaw}>
      {(wiring) => (
        <select
          {...wiring}
          class="input"
          name={name}
          value={value}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        >
          {options.map(([each, text]) => (
            <option key={each} value={each} selected={value === undefined && each === initial}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
