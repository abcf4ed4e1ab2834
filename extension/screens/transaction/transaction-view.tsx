import type { Transaction } from '#shared/model/transaction.ts'
import { Card } from '#shared/ui/kit/card.tsx'
import { Section } from '#shared/ui/kit/section.tsx'
import { StatusTag } from '#shared/ui/kit/status-tag.tsx'
import { plainLine, plainToken } from '../../plain-text.ts'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import { CancelPayment } from '../../ui/orders/cancel-payment.tsx'
import { ReceiptButtons } from '../../ui/payments/receipt-buttons.tsx'
import { Stepper } from '../../ui/payments/stepper.tsx'
import { stepsOf } from '../../ui/payments/steps.ts'
import { shownSteps } from '../../ui/payments/steps-shown.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { stepperWords } from '../../words/en/progress.ts'
import { receiptFileWords, transactionWords } from '../../words/en/transaction.ts'
import { isCancellable } from '../payment/model.ts'
import { Details } from './details.tsx'
import { mayHaveReceipt } from './model.ts'
import './transaction.css'

export type TransactionViewProps = ScreenProps & {
  transaction: Transaction
  /** As it was last seen, not as it is. */
  stale?: boolean
  reload: () => Promise<void>
}

/** The longest reason of a gateway that a screen has room for. */
const LONGEST = 500

export function TransactionView(props: TransactionViewProps) {
  const { transaction, profile, view, settings, stale = false, reload } = props
  const confidential = isConfidential(transaction.token, view?.balances?.list)
  const { id, status, amount, token, error } = transaction
  return (
    <div class="stack">
      <Card>
        <p class="transaction-head">
          <PrivateAmount
            value={amount}
            token={plainToken(token)}
            size="xl"
            hidden={confidential && settings.hideConfidential}
          />
          <StatusTag status={status} />
        </p>
        {error !== undefined && (
          <p class="transaction-error">
            <span class="unseen">{transactionWords.error}: </span>
            <bdi>{plainLine(error, LONGEST)}</bdi>
          </p>
        )}
        <Stepper label={stepperWords.label} steps={shownSteps(stepsOf(transaction, confidential), transaction)} />
        {!stale && isCancellable(transaction) && <CancelPayment profileId={profile.id} id={id} onAsked={reload} />}
      </Card>
      <Section title={transactionWords.details}>
        <Details {...props} />
      </Section>
      {mayHaveReceipt(transaction) && (
        <Section title={receiptFileWords.title} about={receiptFileWords.about}>
          <ReceiptButtons profileId={profile.id} id={id} />
        </Section>
      )}
    </div>
  )
}
