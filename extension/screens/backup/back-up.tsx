import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { needed } from '../../ui/parts/needed.ts'
import { NewPasswordFields, newPasswordOf } from '../../ui/session/new-password.tsx'
import { backupWords } from '../../words/en/settings/backup.ts'

/** Gives what this wallet stores as a file under a passphrase. */
export function BackUp() {
  const words = backupWords
  const [asking, setAsking] = useState(false)
  const save = async (values: FormData) => {
    const passphrase = await newPasswordOf(values)
    const [{ sealBackup }, { collect }] = await needed(Promise.all([import('./file.ts'), import('./stored.ts')]))
    const now = Date.now()
    const file = await sealBackup(await collect(), passphrase, now)
    saveFile(words.fileName(new Date(now).toISOString().slice(0, 10)), file, 'application/json')
    announce(words.saved)
  }
  return (
    <Section title={words.title} about={words.about}>
      <div class="buttons">
        <Button icon="download" onClick={() => setAsking(true)}>
          {words.save}
        </Button>
      </div>
      {asking && (
        <Dialog title={words.saveTitle} action={words.saveAction} onSubmit={save} onClose={() => setAsking(false)}>
          <p>{words.passphraseAbout}</p>
          <NewPasswordFields label={words.passphrase} />
        </Dialog>
      )}
    </Section>
  )
}
