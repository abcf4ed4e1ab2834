import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask, write } from '../../background/ask.ts'
import { firstWalletWords } from '../../words/en/wallets/wallets.ts'
import { useRequestKey } from '../orders/use-request-key.ts'

/** Makes the account's first wallet, with a name; pressed again after a failure it is still the same one. */
export function FirstWallet({ profileId, onCreated }: { profileId: string; onCreated?: () => void }) {
  const said = firstWalletWords
  const keyOf = useRequestKey()
  const create = async (values: FormData) => {
    const label = textOf(values, 'label').trim() || said.name
    await write(profileId, 'createWallet', { type: 'custodial', label }, keyOf(label))
    // The wallet is there, whether or not it can be read back at once.
    await ask('gateway.refresh', { profileId, force: true }).catch(() => undefined)
    onCreated?.()
  }
  return (
    <Form action={said.create} wide onSubmit={create}>
      <Field label={said.label} name="label" optional maxLength={100} initial={said.name} hint={said.labelHint} />
    </Form>
  )
}
