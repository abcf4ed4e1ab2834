import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask, write } from '../../background/ask.ts'
import { useRequestKey } from '../../ui/orders/use-request-key.ts'
import { walletsWords } from '../../words/en/wallets/wallets.ts'

/** Makes a wallet whose key the gateway keeps. Tried again after a failure, it is still the same one. */
export function CreateWallet({ profileId, onClose }: { profileId: string; onClose: () => void }) {
  const words = walletsWords
  const keyOf = useRequestKey()
  const create = async (values: FormData) => {
    const label = textOf(values, 'label').trim()
    await write(profileId, 'createWallet', { type: 'custodial', ...(label !== '' && { label }) }, keyOf(label))
    announce(words.created)
    await ask('gateway.refresh', { profileId, force: true }).catch(() => undefined)
  }
  return (
    <Dialog title={words.createTitle} action={words.createAction} onSubmit={create} onClose={onClose}>
      <p>{words.createAbout}</p>
      <Field label={words.label} name="label" optional maxLength={100} hint={words.labelHint} />
    </Dialog>
  )
}
