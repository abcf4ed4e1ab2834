import { useState } from 'preact/hooks'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { walletPickerWords } from '../../words/en/orders/order.ts'
import { choicesOf, type Held, SEARCH_FROM } from './wallet-choice.ts'
import '../styles/order.css'

export type WalletPickerProps = {
  label: string
  name: string
  list: readonly Held[]
  /** ID of the chosen wallet. */
  value: string | undefined
  onChange: (id: string) => void
  /** What stands for no wallet in particular, where that is a choice; it is then told by an empty ID. */
  any?: string
  error?: string | undefined
  hint?: string
}

/** One of the account's wallets; with a search where there are many. */
export function WalletPicker({ label, name, list, value, onChange, any, error, hint }: WalletPickerProps) {
  const [search, setSearch] = useState('')
  const { options, more } = choicesOf(list, search, value)
  const none = any ?? (value === undefined ? walletPickerWords.choose : undefined)
  const hintShown = more > 0 ? walletPickerWords.more(more) : hint
  return (
    <div class="wallet-picker">
      {list.length >= SEARCH_FROM && (
        <Field
          label={walletPickerWords.search(label)}
          name={`${name}-search`}
          type="search"
          optional
          maxLength={100}
          value={search}
          onInput={setSearch}
        />
      )}
      <SelectField
        label={label}
        name={name}
        options={none === undefined ? options : [['', none], ...options]}
        value={value ?? ''}
        onChange={onChange}
        {...(error === undefined ? {} : { error })}
        {...(hintShown === undefined ? {} : { hint: hintShown })}
      />
    </div>
  )
}
