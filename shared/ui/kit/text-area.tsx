import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { FieldFrame } from './field-frame.tsx'
import { useFlaw } from './form-flaw.ts'

export type TextAreaProps = {
  label: string
  name: string
  hint?: ComponentChildren
  error?: string
  rows?: number
  mono?: boolean
  optional?: boolean
  value?: string
  placeholder?: string
  maxLength?: number
  onInput?: (value: string) => void
}

/** Text of several lines. */
export function TextArea({ label, name, hint, error, mono = false, ...props }: TextAreaProps) {
  const id = useId()
  const flaw = useFlaw(name)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? flaw}>
      {(wiring) => (
        <textarea
          {...wiring}
          class={mono ? 'input input-mono' : 'input'}
          name={name}
          rows={props.rows ?? 4}
          required={!props.optional}
          value={props.value}
          placeholder={props.placeholder}
          maxLength={props.maxLength}
          autocomplete="off"
          autocapitalize={mono ? 'none' : undefined}
          spellcheck={!mono}
          onInput={(event) => props.onInput?.(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
