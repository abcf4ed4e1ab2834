import { useRef, useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { PasswordField } from '#shared/ui/kit/forms/password-field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { settings } from '../../store/settings.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { fieldFlaw } from '../../ui/obstacles/field-flaw.ts'
import { VAULT_PASSWORD_MAX } from '../../vault/password-limits.ts'
import { backupWords } from '../../words/en/settings/backup.ts'
import { type Contents, contentsIn } from './contents.ts'
import { BACKUP_BYTES_MAX, type BackupFlaw, openBackup, readBackup, type SealedBackup } from './file.ts'
import { Preview } from './preview.tsx'
import { restore } from './stored.ts'

export type RestoreProps = { onDone: () => void }

/** Takes a backup in: its file, its passphrase, a look at what is in it, and then all of it at once. */
export function Restore({ onDone }: RestoreProps) {
  const words = backupWords
  const input = useRef<HTMLInputElement>(null)
  const [flaw, setFlaw] = useState<BackupFlaw | 'unreadable' | 'not_given'>()
  const [sealed, setSealed] = useState<SealedBackup>()
  const [contents, setContents] = useState<Contents>()
  const now = useItem(settings)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setContents(undefined)
    const read = file.size > BACKUP_BYTES_MAX ? ({ flaw: 'too_large' } as const) : await readBackup(await file.text())
    setFlaw('flaw' in read ? read.flaw : undefined)
    if ('backup' in read) setSealed(read.backup)
  }
  const unseal = async (values: FormData) => {
    if (sealed === undefined) return
    const text = await openBackup(sealed, textOf(values, 'passphrase'))
    if (text === undefined) throw fieldFlaw('passphrase', words.wrong)
    const found = contentsIn(text)
    // It opened, so a wallet made it: one that stores what this one does not know.
    setFlaw(found === undefined ? 'newer' : undefined)
    setContents(found)
  }
  const put = useAction(async () => {
    if (contents === undefined) return
    const done = await restore(contents)
    setFlaw(done ? undefined : 'not_given')
    if (!done) return
    announce(words.restored)
    onDone()
  })
  return (
    <div class="stack">
      <Button icon="upload" onClick={() => input.current?.click()}>
        {words.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={words.choose}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]).catch(() => setFlaw('unreadable'))
          // The same file may be chosen again, after it was mended.
          event.currentTarget.value = ''
        }}
      />
      {flaw !== undefined && <Refused what={words.flaws[flaw]} />}
      {put.failure !== undefined && <Refused failure={put.failure} />}
      {contents !== undefined && now !== undefined && (
        <>
          <Preview contents={contents} now={now} />
          <p class="hint">{words.willAsk}</p>
          <Button kind="main" busy={put.busy} onClick={put.run}>
            {words.restoreAll}
          </Button>
        </>
      )}
      {sealed !== undefined && (
        <Dialog title={words.openTitle} action={words.open} onSubmit={unseal} onClose={() => setSealed(undefined)}>
          <PasswordField label={words.passphrase} name="passphrase" autocomplete="off" maxLength={VAULT_PASSWORD_MAX} />
        </Dialog>
      )}
    </div>
  )
}
