import { useState } from 'preact/hooks'
import type { Wallet } from '#shared/model/wallet.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask, write } from '../../background/ask.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { go } from '../../ui/routes/route.ts'
import { walletWords } from '../../words/en/wallets/wallet.ts'
import { walletsWords } from '../../words/en/wallets/wallets.ts'
import { labelOf, walletActionsOf } from './model.ts'

type Props = { profile: Profile; wallet: Wallet }

/** Buttons to rename a wallet, make it primary, export its key or remove it. */
export function WalletActions({ profile, wallet }: Props) {
  const words = walletWords
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const primary = useAction(async () => {
    await write(profile.id, 'patchWallet', { id: wallet.id, isPrimary: true })
    await reread(profile)
    announce(words.madePrimary)
  })
  const close = () => setAsking(undefined)
  const buttons = {
    rename: <Button onClick={() => setAsking('rename')}>{words.rename}</Button>,
    primary: (
      <Button icon="star" busy={primary.busy} onClick={primary.run}>
        {words.makePrimary}
      </Button>
    ),
    export: (
      <Button icon="key" onClick={() => go('wallet', { id: wallet.id, export: '1' })}>
        {words.export}
      </Button>
    ),
    remove: (
      <Button kind="quiet-danger" onClick={() => setAsking('remove')}>
        {words.remove}
      </Button>
    ),
  }
  return (
    <>
      {primary.failure !== undefined && <Refused failure={primary.failure} />}
      <div class="buttons">
        {walletActionsOf(wallet, profile).map((deed) => (
          <div key={deed}>{buttons[deed]}</div>
        ))}
      </div>
      {asking === 'rename' && <Rename profile={profile} wallet={wallet} onClose={close} />}
      {asking === 'remove' && <Remove profile={profile} wallet={wallet} onClose={close} />}
    </>
  )
}

function Rename({ profile, wallet, onClose }: Props & { onClose: () => void }) {
  const words = walletWords
  const rename = async (values: FormData) => {
    await write(profile.id, 'patchWallet', { id: wallet.id, label: labelOf(textOf(values, 'label')) })
    await reread(profile)
    announce(words.renamed)
  }
  return (
    <Dialog title={words.renameTitle} action={words.save} onSubmit={rename} onClose={onClose}>
      <Field
        label={walletsWords.label}
        name="label"
        optional
        maxLength={100}
        hint={words.renameHint}
        initial={wallet.label?.slice(0, 100) ?? ''}
      />
    </Dialog>
  )
}

function Remove({ profile, wallet, onClose }: Props & { onClose: () => void }) {
  const words = walletWords
  const remove = async () => {
    await write(profile.id, 'deleteWallet', { id: wallet.id })
    announce(words.removed)
    await reread(profile)
    go('wallets')
  }
  return (
    <Dialog title={words.removeTitle} action={words.remove} kind="danger" onSubmit={remove} onClose={onClose}>
      <p>{words.removeAbout}</p>
    </Dialog>
  )
}

/** The change is made, whether or not it can be read back at once. */
async function reread(profile: Profile): Promise<void> {
  await ask('gateway.refresh', { profileId: profile.id, force: true }).catch(() => undefined)
}
