import type { WalletBalances } from '#shared/model/balances.ts'
import { TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import { Button } from '#shared/ui/kit/button.tsx'
import { Field } from '#shared/ui/kit/field.tsx'
import { SelectField } from '#shared/ui/kit/select-field.tsx'
import { words as shared } from '#shared/ui/words/en.ts'
import { WalletPicker } from '../../ui/wallet-picker.tsx'
import * as words from '../../words/en.ts'
import { type Filters, filtersSet, noFilters } from './filters.ts'

export type FilterFormProps = {
  filters: Filters
  onChange: (part: Partial<Filters>) => void
  balances: readonly WalletBalances[]
}

/** What the list is narrowed down to; each change counts at once. */
export function FilterForm({ filters, onChange, balances }: FilterFormProps) {
  const count = filtersSet(filters)
  return (
    <details class="card filters" open={count > 0}>
      <summary class="summary">
        {words.activity.filters}
        {count > 0 && <span class="filters-set">{words.activity.filtersSet(count)}</span>}
      </summary>
      <div class="filters-fields">
        <WalletPicker
          label={words.activity.wallet}
          name="walletId"
          list={balances}
          any={words.activity.anyWallet}
          value={filters.walletId === '' ? undefined : filters.walletId}
          onChange={(walletId) => onChange({ walletId })}
        />
        <SelectField
          label={words.activity.type}
          name="type"
          options={[
            ['', words.activity.anyType],
            ...TransactionType.options.map((type) => [type, words.transaction.types[type]] as const),
          ]}
          value={filters.type}
          onChange={(type) => onChange({ type: TransactionType.safeParse(type).data ?? '' })}
        />
        <SelectField
          label={words.activity.status}
          name="status"
          options={[
            ['', words.activity.anyStatus],
            ...TransactionStatus.options.map((status) => [status, shared.kit.status[status]] as const),
          ]}
          value={filters.status}
          onChange={(status) => onChange({ status: TransactionStatus.safeParse(status).data ?? '' })}
        />
        <Field
          label={words.activity.externalId}
          name="externalId"
          optional
          maxLength={100}
          hint={words.activity.externalIdHint}
          value={filters.externalId}
          onInput={(externalId) => onChange({ externalId })}
        />
        <Field
          label={words.activity.from}
          name="from"
          type="date"
          optional
          value={filters.from}
          onInput={(from) => onChange({ from })}
        />
        <Field
          label={words.activity.to}
          name="to"
          type="date"
          optional
          value={filters.to}
          onInput={(to) => onChange({ to })}
        />
      </div>
      {count > 0 && (
        <Button kind="quiet" icon="close" onClick={() => onChange(noFilters)}>
          {words.activity.clear}
        </Button>
      )}
    </details>
  )
}
