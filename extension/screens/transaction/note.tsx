import { useState } from 'preact/hooks'
import { NOTE_MAX } from '#shared/limits.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { write } from '../../background/ask.ts'
import { plainLine } from '../../plain-text.ts'
import { noteWords } from '../../words/en/payments/transaction.ts'

export type NoteProps = {
  profileId: string
  transaction: Transaction
  /** As it was last seen: nothing can be written now. */
  stale: boolean
  onWritten: () => Promise<void>
}

/** What a person wrote about a payment for themselves. Older gateways keep no notes, and then there is nothing to see. */
export function Note({ profileId, transaction, stale, onWritten }: NoteProps) {
  const [writing, setWriting] = useState(false)
  const { id, note } = transaction
  if (note === undefined || (stale && note === null)) return null
  const save = async (values: FormData) => {
    const text = textOf(values, 'note').trim()
    await write(profileId, 'patchTransaction', { id, note: text === '' ? null : text })
    await onWritten()
    announce(text === '' ? noteWords.cleared : noteWords.saved)
  }
  return (
    <Section title={noteWords.title} about={noteWords.about}>
      {note !== null && (
        <p class="transaction-note">
          <bdi>{plainLine(note, NOTE_MAX)}</bdi>
        </p>
      )}
      {!stale && (
        <div class="buttons">
          <Button onClick={() => setWriting(true)}>{note === null ? noteWords.write : noteWords.change}</Button>
        </div>
      )}
      {writing && (
        <Dialog title={noteWords.title} action={noteWords.save} onSubmit={save} onClose={() => setWriting(false)}>
          <Field
            label={noteWords.label}
            name="note"
            optional
            maxLength={NOTE_MAX}
            hint={noteWords.hint}
            initial={note ?? ''}
          />
        </Dialog>
      )}
    </Section>
  )
}
