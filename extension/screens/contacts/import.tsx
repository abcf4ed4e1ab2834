import { useEffect, useRef, useState } from 'preact/hooks'
import type { NewContact } from '#shared/api/contacts.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { write } from '../../background/ask.ts'
import { plainLine } from '../../plain-text.ts'
import { patientUntil, pauseBefore, sleep } from '../../ui/reads/patience.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { CONTACTS_BYTES_MAX, type ContactsFileFlaw, contactsIn, partsOf } from './file.ts'

type ImportProps = { profileId: string; onChanged: () => Promise<void> }

/** Contacts of a file among one's own, once somebody has looked at them. */
export function Import({ profileId, onChanged }: ImportProps) {
  const words = contactsWords
  const input = useRef<HTMLInputElement>(null)
  const [flaw, setFlaw] = useState<ContactsFileFlaw>()
  const [found, setFound] = useState<NewContact[]>()
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const read = file.size > CONTACTS_BYTES_MAX ? ({ flaw: 'too_large' } as const) : contactsIn(await file.text())
    setFlaw('flaw' in read ? read.flaw : undefined)
    setFound('flaw' in read ? undefined : read.contacts)
  }
  const underway = useRef<AbortController>(undefined)
  useEffect(() => () => underway.current?.abort(), [])
  const add = async () => {
    const done = { added: 0, kept: 0 }
    underway.current = new AbortController()
    const { signal } = underway.current
    const patiently = patientUntil(signal)
    try {
      for (const [at, contacts] of partsOf(found ?? []).entries()) {
        await sleep(pauseBefore(at + 1, 'write'), signal)
        const { added, kept } = await patiently(() => write(profileId, 'importContacts', { contacts }))
        done.added += added.length
        done.kept += kept
      }
    } finally {
      // What came before a part that was refused is there.
      if (done.added + done.kept > 0) await onChanged()
    }
    announce(words.imported(done.added, done.kept))
  }
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {words.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={words.import}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]).catch(() => setFlaw('unreadable'))
          // The same file may be chosen again, after it was mended.
          event.currentTarget.value = ''
        }}
      />
      {flaw !== undefined && <Refused what={words.flaws[flaw]} />}
      {found !== undefined && (
        <Dialog
          title={words.importTitle(found.length)}
          action={words.import}
          onSubmit={add}
          onClose={() => {
            underway.current?.abort()
            setFound(undefined)
          }}
        >
          <p>{words.importAbout}</p>
          <Preview contacts={found} />
        </Dialog>
      )}
    </>
  )
}

/** So many are listed. */
const SHOWN = 200

/** Names and addresses as they stand in the file: whose a card is, the gateway says when it takes it. */
function Preview({ contacts }: { contacts: readonly NewContact[] }) {
  const rest = contacts.length - SHOWN
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it can have the focus.
    <section class="contacts-found" tabIndex={0} aria-label={contactsWords.title}>
      <Rows>
        {contacts.slice(0, SHOWN).map((contact, at) => (
          <Row
            key={at}
            title={<bdi>{plainLine(contact.name, 100)}</bdi>}
            meta={[
              contact.address === undefined ? (
                contactsWords.byCard
              ) : (
                <bdi class="mono">{plainLine(contact.address, 60)}</bdi>
              ),
              contact.note != null && <bdi class="contact-note">{plainLine(contact.note, 500)}</bdi>,
            ]}
          />
        ))}
      </Rows>
      {rest > 0 && <p class="hint">{contactsWords.importMore(rest)}</p>}
    </section>
  )
}
