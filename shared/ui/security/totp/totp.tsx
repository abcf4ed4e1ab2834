import { useState } from 'preact/hooks'
import type { User } from '../../../model/user.ts'
import { Button } from '../../kit/buttons/button.tsx'
import { Section } from '../../kit/layout/section.tsx'
import { announce } from '../../kit/states/announcements.ts'
import { Tag } from '../../kit/values/tag.tsx'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenewRecoveryCodes, SwitchTotpOff } from './totp-dialogs.tsx'
import { TotpSetUp } from './totp-set-up.tsx'

export type TotpProps = SecurityProps & { onUser: (user: User) => void }

type Doing = { what: 'set up' | 'renew' | 'switch off' } | { what: 'codes'; codes: string[] }

/** Whether a code is asked for after the password: set up with its codes, renewed, switched off. */
export function Totp(props: TotpProps) {
  const { user, onUser, onChanged } = props
  const words = securityWords.totp
  const [doing, setDoing] = useState<Doing>()
  const onClose = () => setDoing(undefined)
  const switched = (totpEnabled: boolean, text: string) => {
    announce(text)
    onChanged()
    onUser({ ...user, totpEnabled })
  }
  const showCodes = (codes: string[]) => setDoing({ what: 'codes', codes })
  return (
    <Section
      title={words.title}
      about={user.totpEnabled ? words.on : words.off}
      actions={
        <Tag tone={user.totpEnabled ? 'ok' : 'plain'} {...(user.totpEnabled ? { icon: 'check' } : {})}>
          {user.totpEnabled ? words.isOn : words.isOff}
        </Tag>
      }
    >
      <div class="buttons">
        {user.totpEnabled ? (
          <>
            <Button key="renew" onClick={() => setDoing({ what: 'renew' })}>
              {words.renew}
            </Button>
            <Button key="off" kind="quiet-danger" onClick={() => setDoing({ what: 'switch off' })}>
              {words.switchOff}
            </Button>
          </>
        ) : (
          <Button key="on" icon="shield" onClick={() => setDoing({ what: 'set up' })}>
            {words.setUp}
          </Button>
        )}
      </div>
      {doing?.what === 'set up' && (
        <TotpSetUp
          {...props}
          onClose={onClose}
          onOn={(codes) => {
            if (codes === undefined) setDoing({ what: 'renew' })
            else showCodes(codes)
            switched(true, words.switchedOn)
          }}
        />
      )}
      {doing?.what === 'renew' && (
        <RenewRecoveryCodes
          {...props}
          onClose={onClose}
          onRenewed={(codes) => {
            showCodes(codes)
            onChanged()
          }}
        />
      )}
      {doing?.what === 'codes' && <RecoveryCodes email={user.email} codes={doing.codes} onClose={onClose} />}
      {doing?.what === 'switch off' && (
        <SwitchTotpOff {...props} onClose={onClose} onOff={() => switched(false, words.switchedOff)} />
      )}
    </Section>
  )
}
