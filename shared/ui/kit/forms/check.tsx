import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from '../icons/icon.tsx'
import { useFlaw } from './form-flaw.ts'

export type CheckProps = {
  label: string
  hint?: ComponentChildren
  name?: string
  value?: string
  checked?: boolean
  initial?: boolean
  /** It has to be ticked; `title` says so where it is not. */
  required?: boolean
  title?: string
  onChange?: (checked: boolean) => void
}

/** A box to tick; its whole line can be pressed. */
export function Check({ label, hint, name, value, checked, initial, required, title, onChange }: CheckProps) {
  const id = useId()
  const flaw = useFlaw(name)
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          name={name}
          value={value}
          checked={checked}
          defaultChecked={initial}
          required={required}
          title={title}
          aria-describedby={flaw === undefined ? undefined : id}
          aria-invalid={flaw === undefined ? undefined : 'true'}
          onChange={(event) => onChange?.(event.currentTarget.checked)}
        />
        <span>
          {label}
          {hint !== undefined && <span class="hint">{hint}</span>}
        </span>
      </label>
      {flaw !== undefined && (
        <p class="field-error" id={id} role="alert">
          <Icon name="warning" />
          <span>{flaw}</span>
        </p>
      )}
    </>
  )
}
