import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { ask } from '../../background/ask.ts'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { usePolling } from '../../ui/hooks/use-polling.ts'
import { UnreadablePaymentsNotice } from '../../ui/obstacles/unreadable-payments-notice.tsx'
import { PaymentRow } from '../../ui/payments/payment-row.tsx'
import { TransactionRow } from '../../ui/payments/transaction-row.tsx'
import { usePayments } from '../../ui/payments/use-payments.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { homeWords } from '../../words/en/home.ts'
import { type Moving, moving, recentOf } from './model.ts'

/** So many are looked after from here; each has its own screen. */
const FOLLOWED = 3

/** Payments under way, and the last ones. */
export function Recent({ profile, view, settings }: ScreenProps) {
  const payments = usePayments(profile.id)
  const transactions = view?.transactions?.list ?? []
  const under = moving(payments, transactions)
  const followed = under.flatMap((each) => (each.is === 'payment' ? [each.payment.id] : [])).slice(0, FOLLOWED)
  usePolling(() => Promise.all(followed.map((id) => ask('money.look', { id }))), followed.length > 0, followed)

  const cards = useCardNames(profile.id)
  const shown = { balances: view?.balances?.list, cards, hidden: settings.hideConfidential }
  const recent = recentOf(transactions, under)
  const words = homeWords
  return (
    <>
      <UnreadablePaymentsNotice />
      {under.length > 0 && (
        <Section title={words.moving}>
          <Rows>
            {under.map((each) => (
              <MovingRow key={keyOf(each)} moving={each} {...shown} />
            ))}
          </Rows>
        </Section>
      )}
      {recent.length > 0 && (
        <Section title={words.recent} actions={<a href={routeHash('activity')}>{words.all}</a>}>
          <Rows>
            {recent.map((transaction) => (
              <TransactionRow key={transaction.id} transaction={transaction} {...shown} />
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

type MovingRowProps = { moving: Moving } & Omit<Parameters<typeof TransactionRow>[0], 'transaction'>

function MovingRow({ moving: each, ...shown }: MovingRowProps) {
  return each.is === 'payment' ? (
    <PaymentRow payment={each.payment} balances={shown.balances} hidden={shown.hidden} />
  ) : (
    <TransactionRow transaction={each.transaction} {...shown} />
  )
}

function keyOf(each: Moving): string {
  return each.is === 'payment' ? each.payment.id : each.transaction.id
}
