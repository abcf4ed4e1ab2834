import { useDraft } from '../../ui/draft.ts'
import { Heading } from '../../ui/heading.tsx'
import type { ScreenProps } from '../../ui/screen.ts'
import { usePayments } from '../../ui/use-payments.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import * as words from '../../words/en.ts'
import { ExportButton } from './export-button.tsx'
import { FilterForm } from './filter-form.tsx'
import { Filters, filtersSet, noFilters } from './filters.ts'
import { ActivityList } from './list.tsx'
import { underWay } from './model.ts'
import { UnderWay } from './under-way.tsx'
import './activity.css'

/** Everything that happened, newest first: payments of this browser that are under way, then the gateway's list. */
export function Activity(props: ScreenProps) {
  const { profile, view, params } = props
  const asked = params.get('wallet') ?? ''
  const fresh = { ...noFilters, walletId: asked }
  const { draft, change } = useDraft(`activity ${profile.id} ${asked}`, Filters, fresh)
  const filters = useSettledValue(draft ?? fresh)
  const moving = underWay(usePayments(profile.id))
  if (draft === undefined) return null
  const balances = view?.balances?.list
  const wallets = (balances ?? []).map(({ wallet }) => wallet)
  return (
    <>
      <Heading actions={<ExportButton profileId={profile.id} filters={filters} wallets={wallets} />}>
        {words.activity.title}
      </Heading>
      {filtersSet(filters) === 0 && (
        <UnderWay payments={moving} balances={balances} hidden={props.settings.hideConfidential} />
      )}
      <FilterForm filters={draft} onChange={change} balances={balances ?? []} />
      <ActivityList {...props} filters={filters} moving={filtersSet(filters) === 0 ? moving : []} />
    </>
  )
}
