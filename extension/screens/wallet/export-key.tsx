import { useState } from 'preact/hooks'
import { PASSPHRASE_MAX, PASSPHRASE_MIN } from '#shared/limits.ts'
import type { Wallet } from '#shared/model/wallet.ts'
import { saveFile } from '#shared/ui/kit/buttons/save-file.ts'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { PasswordField } from '#shared/ui/kit/forms/password-field.tsx'
import { useAgain } from '#shared/ui/security/sign-in/again-context.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { fieldFlaw } from '../../ui/obstacles/field-flaw.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { Surface } from '../../ui/routes/screen.ts'
import { WithSession } from '../../ui/routes/with-session.tsx'
import type { HeldSession } from '../../ui/session/session.ts'
import { walletName } from '../../ui/wallets/wallet-name.ts'
import { exportKeyWords } from '../../words/en/wallets/wallet.ts'
import { keyFileName } from './model.ts'

export type ExportKeyProps = { surface: Surface; profile: Profile; wallet: Wallet }

/** Gives a wallet's key out, encrypted under a passphrase, as a file. */
export function ExportKey({ surface, profile, wallet }: ExportKeyProps) {
  const words = exportKeyWords
  const here = { id: wallet.id }
  if (surface !== 'tab') {
    return (
      <InTab
        title={words.title}
        about={words.inTab}
        route="wallet"
        params={{ ...here, export: '1' }}
        back={['wallet', here]}
      />
    )
  }
  return (
    <>
      <Heading back={['wallet', here]}>{words.title}</Heading>
      <p>
        <bdi>{walletName(wallet)}</bdi>
      </p>
      <Notice tone="warn" icon="warning" title={words.about}>
        {words.stays}
      </Notice>
      <WithSession profile={profile}>{(session) => <Passphrase session={session} wallet={wallet} />}</WithSession>
    </>
  )
}

function Passphrase({ session, wallet }: { session: HeldSession; wallet: Wallet }) {
  const words = exportKeyWords
  const again = useAgain()
  const [done, setDone] = useState(false)
  const exportIt = async (values: FormData) => {
    const passphrase = textOf(values, 'passphrase')
    if (textOf(values, 'again') !== passphrase) throw fieldFlaw('again', words.differs)
    const answer = await again(() => session.api.exportWallet({ id: wallet.id, passphrase }))
    if (answer === undefined) return
    saveFile(keyFileName(wallet.address), JSON.stringify(answer.export, null, 2), 'application/json')
    setDone(true)
  }
  if (done) {
    return (
      <Notice
        tone="ok"
        icon="check"
        title={words.done}
        action={
          <a class="button" href={routeHash('wallet', { id: wallet.id })}>
            {words.back}
          </a>
        }
      />
    )
  }
  const limits = { minLength: PASSPHRASE_MIN, maxLength: PASSPHRASE_MAX }
  return (
    <div class="narrow">
      <Form action={words.action} onSubmit={exportIt}>
        <PasswordField
          label={words.passphrase}
          name="passphrase"
          autocomplete="off"
          hint={words.hint(PASSPHRASE_MIN)}
          {...limits}
        />
        <PasswordField label={words.again} name="again" autocomplete="off" {...limits} />
      </Form>
    </div>
  )
}
