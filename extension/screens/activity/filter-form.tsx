import type { WalletBalances } from '#shared/model/balances.ts'
import { Direction, TransactionStatus, TransactionType } from '#shared/model/transaction.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { SelectField } from '#shared/ui/kit/forms/select-field.tsx'
import { kitWords } from '#shared/ui/words/kit.ts'
import { WalletPicker } from '../../ui/wallets/wallet-picker.tsx'
import { activityWords } from '../../words/en/payments/activity.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { type Filters, filtersSet, noFilters } from './filters.ts'

export type FilterFormProps = {
  filters: Filters
  onChange: (part: Partial<Filters>) => void
  balances: readonly WalletBalances[]
}

/** What the list is narrowed down to; each change counts at once. */
export function FilterForm({ filters, onChange, balances }: FilterFormProps) {
  const count = filtersSet({ ...filters, search: '' })
  return (
    <>
      <Field
        label={activityWords.search}
        name="search"
        type="search"
        optional
        maxLength={100}
        value={filters.search}
        onInput={(search) => onChange({ search })}
      />
      <details class="card filters" open={count > 0}>
        <summary class="summary">
          {activityWords.filters}
          {count > 0 && <span class="filters-set">{activityWords.filtersSet(count)}</span>}
        </summary>
        <div class="filters-fields">
          <SelectField
            label={activityWords.direction}
            name="direction"
            options={[
              ['', activityWords.anyDirection],
              ['in', activityWords.directions.in],
              ['out', activityWords.directions.out],
            ]}
            value={filters.direction}
            onChange={(direction) => onChange({ direction: Direction.safeParse(direction).data ?? '' })}
          />
          <WalletPicker
            label={activityWords.wallet}
            name="walletId"
            list={balances}
            any={activityWords.anyWallet}
            value={filters.walletId === '' ? undefined : filters.walletId}
            onChange={(walletId) => onChange({ walletId })}
          />
          <SelectField
            label={activityWords.type}
            name="type"
            options={[
              ['', activityWords.anyType],
              ...TransactionType.options.map((type) => [type, transactionWords.types[type]] as const),
            ]}
            value={filters.type}
            onChange={(type) => onChange({ type: TransactionType.safeParse(type).data ?? '' })}
          />
          <SelectField
            label={activityWords.status}
            name="status"
            options={[
              ['', activityWords.anyStatus],
              ...TransactionStatus.options.map((status) => [status, kitWords.status[status]] as const),
            ]}
            value={filters.status}
            onChange={(status) => onChange({ status: TransactionStatus.safeParse(status).data ?? '' })}
          />
          <Field
            label={activityWords.from}
            name="from"
            type="date"
            optional
            value={filters.from}
            onInput={(from) => onChange({ from })}
          />
          <Field
            label={activityWords.to}
            name="to"
            type="date"
            optional
            value={filters.to}
            onInput={(to) => onChange({ to })}
          />
          <Field
            label={activityWords.externalId}
            name="externalId"
            optional
            maxLength={100}
            hint={activityWords.externalIdHint}
            value={filters.externalId}
            onInput={(externalId) => onChange({ externalId })}
          />
        </div>
        {count > 0 && (
          <Button kind="quiet" icon="close" onClick={() => onChange({ ...noFilters, search: filters.search })}>
            {activityWords.clear}
          </Button>
        )}
      </details>
    </>
  )
}
