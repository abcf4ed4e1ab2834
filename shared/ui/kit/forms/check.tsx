import type { ComponentChildren } from 'preact'

export type CheckProps = {
  label: string
  hint?: ComponentChildren
  name?: string
  value?: string
  checked?: boolean
  initial?: boolean
  onChange?: (checked: boolean) => void
}

/** A box to tick; its whole line can be pressed. */
export function Check({ label, hint, name, value, checked, initial, onChange }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={checked}
        defaultChecked={initial}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span class="hint">{hint}</span>}
      </span>
    </label>
  )
}
