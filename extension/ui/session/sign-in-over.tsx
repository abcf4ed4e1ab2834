import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useNoEscape } from '#shared/ui/kit/layout/use-no-escape.ts'
import { Announcer } from '#shared/ui/kit/states/announcer.tsx'
import { heldWords } from '../../words/en/session/held.ts'

/** A sign-in that covers the page. */
export function SignInOver({ children, onLeave }: { children: ComponentChildren; onLeave: () => void }) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useNoEscape()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('input[type="password"]')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class="dialog sign-in-over"
      aria-labelledby={id}
      // Only its own buttons close it.
      onClose={() => dialog.current?.showModal()}
    >
      <div class="dialog-inside">
        <h2 id={id} class="dialog-title">
          {heldWords.over}
        </h2>
        <p>{heldWords.kept}</p>
        {children}
        <Button kind="quiet-danger" onClick={onLeave}>
          {heldWords.leave}
        </Button>
      </div>
      <Announcer />
    </dialog>
  )
}
