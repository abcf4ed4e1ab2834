import { useRef, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { write } from '../../background/ask.ts'
import { readContacts } from '../../ui/contacts/kept-contacts.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { fileName } from '../../ui/notas/file-name.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { type ContactsFileFlaw, contactsIn, fileOf, partsOf } from './file.ts'

export type FilesProps = {
  profileId: string
  surface: Surface
  count: number
  onChanged: () => Promise<void>
}

/** All contacts as a file, and those of a file among one's own. */
export function Files({ profileId, surface, count, onChanged }: FilesProps) {
  const save = useAction(async () => {
    const contacts = await readContacts(profileId)
    const day = new Date().toISOString().slice(0, 10)
    saveFile(fileName(contactsWords.fileName(day), 'json'), fileOf(contacts), 'application/json')
    announce(contactsWords.exported(contacts.length))
  })
  return (
    <Section title={contactsWords.files} about={contactsWords.filesAbout}>
      <div class="buttons">
        {count > 0 && (
          <Button icon="download" busy={save.busy} onClick={save.run}>
            {contactsWords.export}
          </Button>
        )}
        {surface === 'popup' ? (
          <Button icon="external" onClick={() => goInTab(surface, 'contacts')}>
            {contactsWords.importInTab}
          </Button>
        ) : (
          <Import profileId={profileId} onChanged={onChanged} />
        )}
      </div>
      {save.failure !== undefined && <Refused failure={save.failure} />}
    </Section>
  )
}

function Import({ profileId, onChanged }: Pick<FilesProps, 'profileId' | 'onChanged'>) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<File>(undefined)
  const [flaw, setFlaw] = useState<ContactsFileFlaw>()
  const take = useAction(async () => {
    const read = contactsIn((await chosen.current?.text()) ?? '')
    setFlaw('flaw' in read ? read.flaw : undefined)
    if ('flaw' in read) return
    const done = { added: 0, kept: 0 }
    try {
      for (const contacts of partsOf(read.contacts)) {
        const { added, kept } = await write(profileId, 'importContacts', { contacts })
        done.added += added.length
        done.kept += kept
      }
    } finally {
      // What came before a part that was refused is there.
      if (done.added + done.kept > 0) await onChanged()
    }
    announce(contactsWords.imported(done.added, done.kept))
  })
  return (
    <>
      <Button icon="upload" busy={take.busy} onClick={() => input.current?.click()}>
        {contactsWords.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={contactsWords.import}
        onChange={(event) => {
          chosen.current = event.currentTarget.files?.[0]
          // The same file may be chosen again, after it was mended.
          event.currentTarget.value = ''
          if (chosen.current !== undefined) void take.run()
        }}
      />
      {flaw !== undefined && <Refused what={contactsWords.flaws[flaw]} />}
      {take.failure !== undefined && <Refused failure={take.failure} />}
    </>
  )
}
