import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Row } from '#shared/ui/kit/layout/rows.tsx'
import { Address } from '#shared/ui/kit/values/address.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { plainLine } from '../../plain-text.ts'
import { keepDraft } from '../../store/drafts.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { go } from '../../ui/routes/route.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { freshSend, sendDraftName } from '../send/draft.ts'
import './contacts.css'

export type ContactRowProps = {
  profileId: string
  contact: SeenContact
  onEdit: () => void
}

/** One contact, and what can be done with it. */
export function ContactRow({ profileId, contact, onEdit }: ContactRowProps) {
  const { id, address, verified, carded, note } = contact
  const name = plainLine(contact.name, 100)
  const pay = async () => {
    await keepDraft(sendDraftName(profileId), { ...freshSend, kind: 'contact', contactId: id })
    go('send')
  }
  return (
    <Row
      icon={carded ? 'card' : 'person'}
      title={<bdi>{name}</bdi>}
      meta={[
        <Address value={address} copy />,
        verified ? <Tag tone="ok">{contactsWords.verified}</Tag> : carded && <Tag>{contactsWords.carded}</Tag>,
        note !== null && <bdi class="contact-note">{plainLine(note, 500)}</bdi>,
      ]}
      actions={
        <>
          <Button label={contactsWords.payOf(name)} icon="send" onClick={pay}>
            {contactsWords.pay}
          </Button>
          <Button kind="quiet" label={contactsWords.editOf(name)} onClick={onEdit}>
            {contactsWords.edit}
          </Button>
        </>
      }
    />
  )
}
