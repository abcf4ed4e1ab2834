import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts'
import { UnreadablePaymentsNotice } from '../../ui/obstacles/unreadable-payments-notice.tsx'
import { useDraft } from '../../ui/orders/draft.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { usePayments } from '../../ui/payments/use-payments.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { activityWords } from '../../words/en/payments/activity.ts'
import { ExportProgress } from './export/export-progress.tsx'
import { useExport } from './export/use-export.ts'
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
  const balances = view?.balances?.list
  const wallets = (balances ?? []).map(({ wallet }) => wallet)
  const exported = useExport(profile.id, filters, wallets)
  if (draft === undefined) return null
  return (
    <>
      <Heading
        actions={
          <Button icon="download" busy={exported.work.busy} onClick={exported.work.run}>
            {activityWords.export}
          </Button>
        }
      >
        {activityWords.title}
      </Heading>
      <ExportProgress {...exported} />
      <UnreadablePaymentsNotice />
      {filtersSet(filters) === 0 && (
        <UnderWay payments={moving} balances={balances} hidden={props.settings.hideConfidential} />
      )}
      <FilterForm filters={draft} onChange={change} balances={balances ?? []} />
      <ActivityList {...props} filters={filters} moving={filtersSet(filters) === 0 ? moving : []} />
    </>
  )
}
