import { CodeField } from '../../kit/forms/code-field.tsx'
import { PasswordField } from '../../kit/forms/password-field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'
import { HiddenUsername } from '../password/hidden-username.tsx'
import type { SecurityProps } from '../props.ts'
import { codeOf, textOf } from '../text-of.ts'
import { orUnsure } from './or-unsure.ts'

type DialogOf = Pick<SecurityProps, 'api' | 'user'> & { onClose: () => void }

export function RenewRecoveryCodes({ api, onRenewed, onClose }: DialogOf & { onRenewed: (codes: string[]) => void }) {
  const { totp, code } = securityWords
  const renew = async (values: FormData) => {
    const renewed = await orUnsure(api.renewRecoveryCodes({ code: codeOf(values) }), 'codes_unsure')
    onRenewed(renewed.recoveryCodes)
    return false
  }
  return (
    <Dialog title={totp.renewTitle} action={totp.renewAction} onSubmit={renew} onClose={onClose}>
      <p>{totp.renewAbout}</p>
      <CodeField label={totp.code} name="code" title={code.digits} digits />
    </Dialog>
  )
}

export function SwitchTotpOff({ api, user, onOff, onClose }: DialogOf & { onOff: () => void }) {
  const { totp, code } = securityWords
  const switchOff = async (values: FormData) => {
    await api.disableTotp({ password: textOf(values, 'password'), code: codeOf(values) })
    onOff()
  }
  return (
    <Dialog title={totp.switchOffTitle} action={totp.switchOff} kind="danger" onSubmit={switchOff} onClose={onClose}>
      <p>{totp.switchOffAbout}</p>
      <HiddenUsername email={user.email} />
      <PasswordField label={totp.password} name="password" autocomplete="current-password" />
      <CodeField label={totp.code} name="code" title={code.form} />
    </Dialog>
  )
}
