import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask, read, write } from '../../background/ask.ts'
import { firstWalletWords } from '../../words/en/wallets/wallets.ts'
import { makeFirstWallet } from './make-first-wallet.ts'

/** Makes the account's first wallet, with a name; however often it is asked for, it is one. */
export function FirstWallet({ profileId, onCreated }: { profileId: string; onCreated?: () => void }) {
  const words = firstWalletWords
  const maker = {
    count: async () => (await read(profileId, 'listWallets', {})).wallets.length,
    create: (label: string, key: string) => write(profileId, 'createWallet', { type: 'custodial', label }, key),
  }
  const create = async (values: FormData) => {
    await makeFirstWallet(maker, textOf(values, 'label').trim() || words.name)
    // The wallet is there, whether or not it can be read back at once.
    await ask('gateway.refresh', { profileId, force: true }).catch(() => undefined)
    onCreated?.()
  }
  return (
    <Form action={words.create} wide onSubmit={create}>
      <Field label={words.label} name="label" optional maxLength={100} initial={words.name} hint={words.labelHint} />
    </Form>
  )
}
