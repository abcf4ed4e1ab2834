import { NOTE_MAX } from '#shared/limits.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { write } from '../../background/ask.ts'
import { plainLine } from '../../plain-text.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'

type QuestionProps = {
  profileId: string
  contact: SeenContact
  onChanged: () => Promise<void>
  onClose: () => void
}

type EditProps = QuestionProps & { onRemove: () => void }

/** Another name or note; the address is what a contact is. */
export function EditContact({ profileId, contact, onChanged, onClose, onRemove }: EditProps) {
  const save = async (values: FormData) => {
    const note = textOf(values, 'note').trim()
    const change = { name: textOf(values, 'name'), note: note === '' ? null : note }
    await write(profileId, 'patchContact', { id: contact.id, ...change })
    await onChanged()
    announce(contactsWords.changed)
  }
  return (
    <Dialog
      title={contactsWords.editTitle}
      action={contactsWords.save}
      extra={
        <Button kind="quiet-danger" onClick={onRemove}>
          {contactsWords.remove}
        </Button>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <NameAndNote name={contact.name} note={contact.note ?? ''} />
      <p class="hint">{contactsWords.editAbout}</p>
    </Dialog>
  )
}

export function RemoveContact({ profileId, contact, onChanged, onClose }: QuestionProps) {
  const remove = async () => {
    await write(profileId, 'deleteContact', { id: contact.id })
    await onChanged()
    announce(contactsWords.removed)
  }
  return (
    <Dialog
      title={contactsWords.removeTitle}
      action={contactsWords.remove}
      kind="danger"
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{contactsWords.removeAbout(plainLine(contact.name, 100))}</p>
    </Dialog>
  )
}

/** The two fields that a person fills. */
export function NameAndNote({ name, note = '' }: { name: string; note?: string }) {
  return (
    <>
      <Field label={contactsWords.name} name="name" maxLength={100} hint={contactsWords.nameHint} initial={name} />
      <Field
        label={contactsWords.note}
        name="note"
        optional
        maxLength={NOTE_MAX}
        hint={contactsWords.noteHint}
        initial={note}
      />
    </>
  )
}
