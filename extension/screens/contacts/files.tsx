import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { readContacts } from '../../ui/contacts/kept-contacts.ts'
import { goInTab } from '../../ui/frame/open-tab.ts'
import { fileName } from '../../ui/notas/file-name.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { fileOf } from './file.ts'
import { Import } from './import.tsx'

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
