import { useState } from 'preact/hooks'
import { Check } from '../../kit/forms/check.tsx'
import { Field } from '../../kit/forms/field.tsx'
import { Fieldset } from '../../kit/forms/fieldset.tsx'
import { SelectField } from '../../kit/forms/select-field.tsx'
import { Dialog } from '../../kit/layout/dialog.tsx'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'
import { useAgain } from '../sign-in/again-context.ts'
import { ApiKeySecret, type MadeKey } from './api-key-secret.tsx'
import { SCOPES, SOME, wishOf } from './api-key-wish.ts'
import { WalletChoice } from './wallet-choice.tsx'

export type NewApiKeyProps = SecurityProps & { onMade: () => void; onClose: () => void }

/** Asks what the key may do, makes it, and shows it once. */
export function NewApiKey({ api, onMade, onClose }: NewApiKeyProps) {
  const words = securityWords.newKey
  const again = useAgain()
  const [made, setMade] = useState<MadeKey>()
  const [limited, setLimited] = useState(false)
  if (made !== undefined) return <ApiKeySecret made={made} onClose={onClose} />

  const make = async (values: FormData) => {
    const wish = wishOf(values, Date.now())
    const answer = await again(() => api.createApiKey(wish))
    if (answer === undefined) return false
    onMade()
    setMade(answer)
    return false
  }
  return (
    <Dialog key="wish" title={words.title} action={words.action} onSubmit={make} onClose={onClose}>
      <Field label={words.name} name="label" hint={words.nameHint} maxLength={100} />
      <SelectField label={words.expires} name="expires" options={words.expiries} initial="" />
      <Fieldset legend={words.scopes}>
        {SCOPES.map((scope) => (
          <Check key={scope} name="scope" value={scope} label={words.scope[scope]} initial />
        ))}
      </Fieldset>
      <SelectField
        label={words.limit}
        name="limit"
        options={words.limits}
        onChange={(limit) => setLimited(limit === SOME)}
      />
      {limited && <WalletChoice api={api} />}
    </Dialog>
  )
}
