import type { Transaction } from '#shared/model/transaction.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import type { OpenIntent } from '../../intents/intent.ts'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { signOf, useOnChange } from '../../ui/live/use-on-change.ts'
import { TransactionRow } from '../../ui/payments/transaction-row.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { activityWords } from '../../words/en/payments/activity.ts'
import { type Filters, filtersSet, passes } from './filters.ts'
import { byDay, hasMore, type Pages, withoutUnderWay } from './model.ts'
import { sought } from './search.ts'
import { type ActivityList as Known, useActivity } from './use-activity.ts'
import { useKeptTransactions } from './use-kept.ts'

export type ActivityListProps = ScreenProps & {
  filters: Filters
  /** Payments that are shown above, and need not be listed twice. */
  moving: readonly OpenIntent[]
}

/** The gateway's list, as far as it was read; what this browser kept, while the gateway is away. */
export function ActivityList(props: ActivityListProps) {
  const known = useActivity(props.profile.id, props.filters)
  const { first, pages } = known
  // What the worker hears of at once is read at once, whatever the filters are; in between it is asked for now and then.
  useOnChange(signOf(props.view), first.reload)
  if (first.is === 'refused') {
    return (
      <>
        <Refused failure={first.failure} onRetry={first.reload} />
        <Kept {...props} />
      </>
    )
  }
  return (
    <Loaded of={first}>
      {() => (pages === undefined ? <Waiting /> : <Read {...props} {...known} pages={pages} />)}
    </Loaded>
  )
}

function Read({ pages, more, moving, filters, profile, view, settings }: ActivityListProps & Known & { pages: Pages }) {
  const names = useCardNames(profile.id)
  const shown = sought(withoutUnderWay(pages.items, moving), filters.search, names)
  const searched = filters.search.trim() !== ''
  if (shown.length === 0 && moving.length > 0) return null
  // Further back there may be what is sought.
  if (shown.length === 0 && !(searched && hasMore(pages))) return <Nothing filtered={filtersSet(filters) > 0} />
  const total = Math.max(pages.total, pages.items.length)
  return (
    <Section title={activityWords.all}>
      <Listed transactions={shown} profile={profile} view={view} settings={settings} />
      <p class="hint">
        {searched
          ? activityWords.searched(shown.length, pages.items.length, total)
          : activityWords.shown(pages.items.length, total)}
      </p>
      {more.failure !== undefined && <Refused failure={more.failure} />}
      {hasMore(pages) && (
        <Button wide busy={more.busy} onClick={more.run}>
          {activityWords.more}
        </Button>
      )}
    </Section>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Card>
        <Empty icon="activity">{activityWords.noMatch}</Empty>
      </Card>
    )
  }
  return (
    <Card>
      <Empty
        icon="activity"
        action={
          <a class="button button-main" href={routeHash('fund')}>
            {activityWords.emptyAction}
          </a>
        }
      >
        {activityWords.empty}
      </Empty>
    </Card>
  )
}

/** So many of those that were kept are listed. */
const KEPT_SHOWN = 50

function Kept({ profile, filters, view, settings }: ActivityListProps) {
  const names = useCardNames(profile.id)
  const passing = useKeptTransactions(profile.id).filter((transaction) => passes(transaction, filters))
  const kept = sought(passing, filters.search, names)
  const at = view?.transactions?.at
  if (kept.length === 0) return null
  return (
    <Section
      title={activityWords.all}
      about={at === undefined ? activityWords.keptNoAge : <Time at={at} around={activityWords.kept} />}
    >
      <Listed transactions={kept.slice(0, KEPT_SHOWN)} profile={profile} view={view} settings={settings} />
    </Section>
  )
}

function Listed({
  transactions,
  profile,
  view,
  settings,
}: Pick<ScreenProps, 'profile' | 'view' | 'settings'> & { transactions: readonly Transaction[] }) {
  const cards = useCardNames(profile.id)
  return (
    <>
      {byDay(transactions).map(({ day, items }) => (
        <section key={day} class="day" aria-label={day}>
          <h3>{day}</h3>
          <Rows>
            {items.map((transaction) => (
              <TransactionRow
                key={transaction.id}
                transaction={transaction}
                balances={view?.balances?.list}
                cards={cards}
                hidden={settings.hideConfidential}
                underItsDay
              />
            ))}
          </Rows>
        </section>
      ))}
    </>
  )
}
