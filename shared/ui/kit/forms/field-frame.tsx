import type { ComponentChildren } from 'preact'
import { Icon } from '../icons/icon.tsx'

/** What ties an input to its label, hint and error. */
export type FieldWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': 'true' | undefined
}

export type FieldFrameProps = {
  id: string
  label: string
  hint?: ComponentChildren
  error?: ComponentChildren
  end?: ComponentChildren
  children: (wiring: FieldWiring) => ComponentChildren
}

/** Label above, box around, hint and error below whatever kind of input it holds. */
export function FieldFrame({ id, label, hint, error, end, children }: FieldFrameProps) {
  const has = { hint: hint !== undefined, error: error !== undefined }
  const described = [has.error && `${id}-error`, has.hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="field-box">
        {children({
          id,
          'aria-describedby': described === '' ? undefined : described,
          'aria-invalid': has.error ? 'true' : undefined,
        })}
        {end !== undefined && <div class="field-end">{end}</div>}
      </div>
      {has.error && (
        <p class="field-error" id={`${id}-error`} role="alert">
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      )}
      {has.hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
