import { useState } from 'preact/hooks'
import { failureOf } from '../../../client-failure.ts'
import { Copy } from '../../kit/buttons/copy.tsx'
import { CodeField } from '../../kit/forms/code-field.tsx'
import { PasswordField } from '../../kit/forms/password-field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { Qr } from '../../kit/values/qr.tsx'
import { securityWords } from '../../words/security.ts'
import { HiddenUsername } from '../password/hidden-username.tsx'
import type { SecurityProps } from '../props.ts'
import { useAgain } from '../sign-in/again-context.ts'
import { codeOf, textOf } from '../text-of.ts'
import { namedUri } from './named-uri.ts'
import { orUnsure } from './or-unsure.ts'

export type TotpSetUpProps = Pick<SecurityProps, 'api' | 'user' | 'origin'> & {
  /** Undefined where it was on already: the answer that had the codes was lost. */
  onOn: (recoveryCodes: string[] | undefined) => void
  onClose: () => void
}

/** The password, then the QR code and a first code from the app. */
export function TotpSetUp({ api, user, origin, onOn, onClose }: TotpSetUpProps) {
  const { totp, code } = securityWords
  const again = useAgain()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()

  const begin = async (values: FormData) => {
    setBegun(await again(() => api.beginTotp({ password: textOf(values, 'password') })))
    return false
  }
  const confirm = async (values: FormData) => {
    try {
      const confirmed = await again(() => orUnsure(api.confirmTotp({ code: codeOf(values) }), 'totp_unsure'))
      if (confirmed !== undefined) onOn(confirmed.recoveryCodes)
    } catch (error) {
      if (failureOf(error).code !== 'totp_already_enabled') throw error
      onOn(undefined)
    }
    return false
  }
  if (begun === undefined) {
    return (
      <Dialog key="begin" title={totp.setUpTitle} action={totp.next} onSubmit={begin} onClose={onClose}>
        <HiddenUsername email={user.email} />
        <PasswordField label={totp.password} name="password" autocomplete="current-password" />
      </Dialog>
    )
  }
  return (
    <Dialog key="confirm" title={totp.scanTitle} action={totp.switchOn} onSubmit={confirm} onClose={onClose}>
      <p>{totp.scanAbout}</p>
      <Qr text={namedUri(begun.uri, origin)} label={totp.qr} />
      <details>
        <summary class="summary">{totp.cannotScan}</summary>
        <div class="stack">
          <p>{totp.secret}</p>
          <p class="secret">{inFours(begun.secret)}</p>
          <div class="buttons">
            <Copy text={begun.secret} label={totp.copySecret} />
          </div>
        </div>
      </details>
      <CodeField label={totp.code} name="code" title={code.digits} digits />
    </Dialog>
  )
}

function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}
