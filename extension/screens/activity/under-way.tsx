import type { WalletBalances } from '#shared/model/balances.ts'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { ask } from '../../background/ask.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { usePolling } from '../../ui/hooks/use-polling.ts'
import { PaymentRow } from '../../ui/payments/payment-row.tsx'
import { activityWords } from '../../words/en/payments/activity.ts'

export type UnderWayProps = {
  payments: readonly OpenIntent[]
  balances: readonly WalletBalances[] | undefined
  hidden: boolean
}

/** So many are looked after from here; each has its own screen. */
const FOLLOWED = 3

/** Payments that were begun in this browser and have not ended. */
export function UnderWay({ payments, balances, hidden }: UnderWayProps) {
  const followed = payments.slice(0, FOLLOWED).map(({ id }) => id)
  usePolling(() => Promise.all(followed.map((id) => ask('money.look', { id }))), followed.length > 0, followed)
  if (payments.length === 0) return null
  return (
    <Section title={activityWords.underWay}>
      <Rows>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} balances={balances} hidden={hidden} />
        ))}
      </Rows>
    </Section>
  )
}
