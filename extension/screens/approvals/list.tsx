import type { Approval } from '#shared/model/approval.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Row, Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { type Load, useLoad } from '#shared/ui/kit/states/use-load.ts'
import { onDay } from '#shared/ui/kit/values/ago.ts'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { read } from '../../background/ask.ts'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { partyName } from '../../ui/arrivals/names.ts'
import { TransactionAmount } from '../../ui/arrivals/received-amount.tsx'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { TransactionRow } from '../../ui/payments/transaction-row.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import { transactionRowWords } from '../../words/en/home.ts'
import { askerText, endedOf, endsSoon } from './model.ts'

type ListProps = ScreenProps & { waiting: Load<Approval[]> }

export function WaitingList({ waiting, ...props }: ListProps) {
  const words = approvalsWords
  const count = waiting.is === 'ready' ? waiting.value.length : 0
  return (
    <>
      <Loaded
        of={waiting}
        empty={(list) => list.length === 0}
        whenEmpty={
          <Card>
            <Empty icon="shield-check">{words.empty}</Empty>
          </Card>
        }
      >
        {(list) => (
          <>
            <p class="soft">{words.about}</p>
            <Card>
              <Rows label={words.waiting}>
                {list.map((approval) => (
                  <WaitingRow key={approval.transaction.id} approval={approval} {...props} />
                ))}
              </Rows>
            </Card>
          </>
        )}
      </Loaded>
      <Ended {...props} sign={count} />
    </>
  )
}

function WaitingRow({ approval, profile, view, settings }: { approval: Approval } & ScreenProps) {
  const { transaction, askedBy, expiresAt } = approval
  const { id, type, to, token } = transaction
  const list = view?.balances?.list
  const cards = useCardNames(profile.id)
  const soon = endsSoon(approval, Date.now())
  return (
    <Row
      icon={type === 'REDEEM' ? 'redeem' : 'send'}
      title={
        <a class="row-link" href={routeHash('approvals', { id })}>
          {transactionRowWords.types[type]}
          {to !== null && (
            <span class="row-party">
              {transactionRowWords.to}
              <bdi>{partyName(to, list, cards)}</bdi>
            </span>
          )}
        </a>
      }
      meta={[
        <bdi key="asker">{askerText(askedBy, profile)}</bdi>,
        <Tag key="until" icon="clock" tone={soon ? 'warn' : 'plain'}>
          <Time
            at={expiresAt}
            as={soon || onDay(expiresAt) === onDay(Date.now()) ? 'hour' : 'day'}
            around={approvalsWords.until}
          />
        </Tag>,
      ]}
      end={
        <TransactionAmount
          transaction={transaction}
          brief
          hidden={settings.hideConfidential && isConfidential(token, list)}
        />
      }
    />
  )
}

/** So many failed payments are looked through for those that no person let pass. */
const LOOKED_THROUGH = 50
const SHOWN = 10

/** `sign` is another one when something may have ended. */
function Ended({ profile, view, settings, sign }: ScreenProps & { sign: number }) {
  const ended = useLoad(async () => {
    const query = { direction: 'out', status: 'FAILED', pageSize: LOOKED_THROUGH } as const
    return endedOf((await read(profile.id, 'listTransactions', query)).items)
  }, [profile.id, sign])
  const cards = useCardNames(profile.id)
  // What waits is what matters here; why nothing can be read is said above.
  if (ended.is !== 'ready' || ended.value.length === 0) return null
  return (
    <Section title={approvalsWords.ended} about={approvalsWords.endedAbout}>
      <Rows>
        {ended.value.slice(0, SHOWN).map((transaction) => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            balances={view?.balances?.list}
            cards={cards}
            hidden={settings.hideConfidential}
          />
        ))}
      </Rows>
    </Section>
  )
}
