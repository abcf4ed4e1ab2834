import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { PasswordField } from '#shared/ui/kit/forms/password-field.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask } from '../../background/ask.ts'
import { NewPasswordFields, newPasswordOf } from '../../ui/session/new-password.tsx'
import type { LockSettings } from '../../vault/lock-rules.ts'
import { VAULT_PASSWORD_MAX } from '../../vault/password-limits.ts'
import { securityScreenWords, thisBrowserWords } from '../../words/en/settings/this-browser.ts'
import { lockText } from './model.ts'
import { UnlockPasskeyRow } from './unlock-passkey-row.tsx'

/** The ways to unlock this browser's wallet, and the way to lock it. */
export function ThisBrowser({ lock }: { lock: LockSettings }) {
  const words = thisBrowserWords
  const [changing, setChanging] = useState(false)
  return (
    <Card>
      <Rows label={securityScreenWords.browser}>
        <Row
          icon="key"
          title={words.password}
          meta={[words.passwordAbout]}
          actions={
            <Button kind="quiet" label={words.changeLabel} onClick={() => setChanging(true)}>
              {words.change}
            </Button>
          }
        />
        <UnlockPasskeyRow />
        <Row
          icon="lock"
          title={words.lock}
          meta={[lockText(lock)]}
          actions={
            <Button kind="quiet" onClick={() => ask('vault.lock', {})}>
              {words.lockNow}
            </Button>
          }
        />
      </Rows>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </Card>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const words = thisBrowserWords
  const change = async (values: FormData) => {
    const next = await newPasswordOf(values)
    const { changePasswordBy } = await import('../../vault/by-password.ts')
    await changePasswordBy(textOf(values, 'current'), next)
    announce(words.changed)
  }
  return (
    <Dialog title={words.changeTitle} action={words.changeAction} onSubmit={change} onClose={onClose}>
      <PasswordField
        label={words.current}
        name="current"
        autocomplete="current-password"
        maxLength={VAULT_PASSWORD_MAX}
      />
      <NewPasswordFields label={words.next} />
    </Dialog>
  )
}
