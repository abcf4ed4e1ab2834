import type { ComponentChildren } from 'preact'
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Failure } from '../../../client-failure.ts'
import { kitWords } from '../../words/kit.ts'
import { Button } from '../buttons/button.tsx'
import { Form } from '../forms/form.tsx'
import { Announcer } from '../states/announcer.tsx'
import { CoveredContext } from './covered.ts'
import { useNoEscape } from './use-no-escape.ts'

export type DialogProps = {
  title: string
  children?: ComponentChildren
  /** What the button says that does it. */
  action: string
  kind?: 'main' | 'danger'
  /** It cannot be done now. */
  off?: boolean
  /** `null` where there is nothing to give up. */
  cancel?: string | null
  /** A further button, beside the one that does it. */
  extra?: ComponentChildren
  /** Neither Esc nor the browser's way back closes it (`data-held` tells a router): only its own buttons do. */
  held?: boolean
  /** What is said before the first submission. */
  refused?: Failure | undefined
  /** Does it. Whatever it throws is said in the dialog, which stays; so it does where this answers `false`. */
  onSubmit: (values: FormData) => unknown
  /** Asked for by its buttons, by Esc, and after `onSubmit`. The parent then leaves the dialog out. */
  onClose: () => void
}

/**
 * A modal question. It is open for as long as it is rendered and nothing covers the screen; the focus goes to its first
 * field (else to its first button) and, at the end, back to where it was.
 */
export function Dialog({
  title,
  children,
  action,
  kind = 'main',
  off = false,
  cancel,
  extra,
  held = false,
  refused,
  onSubmit,
  onClose,
}: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const leaving = useRef(false)
  const covered = useContext(CoveredContext)
  useNoEscape(held && !covered)

  useLayoutEffect(
    () => () => {
      leaving.current = true
    },
    [],
  )
  useLayoutEffect(() => {
    if (covered) return
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus()
    return () => shown?.close()
  }, [covered])

  const submit = async (values: FormData) => {
    // An answer that comes after it was closed closes none that was opened since.
    if ((await onSubmit(values)) !== false && !leaving.current) onClose()
  }
  const buttons = (
    <>
      {extra}
      {cancel !== null && <Button onClick={onClose}>{cancel ?? kitWords.cancel}</Button>}
    </>
  )
  return (
    <dialog
      ref={dialog}
      class="dialog"
      data-held={held || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        // The parent closes it, so that what is shown and what is known never differ.
        event.preventDefault()
        if (event.target === dialog.current && !held) onClose()
      }}
      // Browsers close a dialog that will not be cancelled; whatever its parent or a cover closed is no news to it.
      onClose={() => {
        if (leaving.current || covered) return
        if (held) dialog.current?.showModal()
        else onClose()
      }}
    >
      <div class="dialog-inside">
        <h2 id={id} class="dialog-title">
          {title}
        </h2>
        <Form
          action={action}
          kind={kind}
          off={off}
          refused={refused}
          buttons={buttons}
          buttonsAt="end"
          onSubmit={submit}
        >
          {children}
        </Form>
      </div>
      <Announcer />
    </dialog>
  )
}
