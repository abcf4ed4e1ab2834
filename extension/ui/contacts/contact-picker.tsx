import { useState } from 'preact/hooks'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { shortenAddress } from '#shared/ui/kit/values/shorten-address.ts'
import { plainLine } from '../../plain-text.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { byName, type SeenContact, sought } from './contact.ts'

/** From so many on there is a search. */
const SEARCH_FROM = 12
const SHOWN = 50

export type ContactPickerProps = {
  name: string
  list: readonly SeenContact[]
  value: string | undefined
  onChange: (id: string) => void
  error?: string | undefined
}

/** One of the account's contacts; with a search where there are many. */
export function ContactPicker({ name, list, value, onChange, error }: ContactPickerProps) {
  const [search, setSearch] = useState('')
  const found = sought(byName(list), search)
  const shown = found.slice(0, SHOWN)
  const chosen = list.find(({ id }) => id === value)
  // A search does not change the choice.
  const offered = chosen === undefined || shown.includes(chosen) ? shown : [chosen, ...shown.slice(0, SHOWN - 1)]
  const options = offered.map((each) => [each.id, lineOf(each)] as const)
  return (
    <div class="wallet-picker">
      {list.length >= SEARCH_FROM && (
        <Field
          label={contactsWords.search}
          name={`${name}-search`}
          type="search"
          optional
          maxLength={100}
          value={search}
          onInput={setSearch}
        />
      )}
      <SelectField
        label={contactsWords.toPay}
        name={name}
        options={chosen === undefined ? [['', contactsWords.choose], ...options] : options}
        value={chosen?.id ?? ''}
        onChange={onChange}
        {...(error === undefined ? {} : { error })}
        {...(found.length <= SHOWN ? {} : { hint: contactsWords.moreMatch(found.length - SHOWN) })}
      />
    </div>
  )
}

const lineOf = ({ name, address }: SeenContact) => `${plainLine(name, 40)} · ${shortenAddress(address)}`
