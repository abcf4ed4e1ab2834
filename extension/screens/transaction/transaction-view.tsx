import type { Transaction } from '#shared/model/transaction.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { amountsIn } from '#shared/ui/kit/values/group-amount.ts'
import { plainLine } from '../../plain-text.ts'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { TransactionAmount } from '../../ui/arrivals/received-amount.tsx'
import { unknownAmount } from '../../ui/arrivals/unknown-amount.ts'
import { CancelPayment } from '../../ui/orders/cancel-payment.tsx'
import { isGasGiven } from '../../ui/payments/gas-given.ts'
import { ReceiptButtons } from '../../ui/payments/receipt-buttons.tsx'
import { Standing } from '../../ui/payments/standing.tsx'
import { Stepper } from '../../ui/payments/stepper.tsx'
import { stepsOf } from '../../ui/payments/steps.ts'
import { shownSteps } from '../../ui/payments/steps-shown.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { approvalsWords } from '../../words/en/approvals/approvals.ts'
import { receivedWords } from '../../words/en/home.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import { stepperWords } from '../../words/en/payments/progress.ts'
import { receiptFileWords, transactionWords } from '../../words/en/payments/transaction.ts'
import { isCancellable } from '../payment/model.ts'
import { Details } from './details.tsx'
import { mayHaveReceipt } from './model.ts'
import { Note } from './note.tsx'
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
  const hidden = confidential && settings.hideConfidential
  const { id, error, failure } = transaction
  const steps = shownSteps(stepsOf(transaction, confidential), transaction)
  const unknown = unknownAmount(transaction)
  return (
    <div class="stack">
      <Card>
        <p class="transaction-head">
          <TransactionAmount transaction={transaction} size="xl" hidden={hidden} />
          <Standing of={transaction} />
        </p>
        {error !== undefined && (
          <p class="transaction-error">
            <span class="unseen">{transactionWords.error}: </span>
            {failure === 'approval_expired' ? (
              paymentWords.outlooks.unapproved.about
            ) : (
              <bdi lang="en">{amountsIn(plainLine(error, LONGEST), hidden)}</bdi>
            )}
          </p>
        )}
        {isGasGiven(transaction) && <p class="soft">{transactionWords.gas}</p>}
        {unknown !== undefined && <p class="soft">{receivedWords.why[unknown]}</p>}
        {steps.length > 0 && <Stepper label={stepperWords.label} steps={steps} />}
        {transaction.waitingFor === 'approval' && (
          <p>
            <a class="button" href={routeHash('approvals', { id })}>
              {approvalsWords.decide}
            </a>
          </p>
        )}
        {!stale && isCancellable(transaction) && <CancelPayment profileId={profile.id} id={id} onAsked={reload} />}
      </Card>
      <Section title={transactionWords.details}>
        <Details {...props} />
      </Section>
      <Note profileId={profile.id} transaction={transaction} stale={stale} onWritten={reload} />
      {mayHaveReceipt(transaction) && (
        <Section title={receiptFileWords.title} about={receiptFileWords.about}>
          <ReceiptButtons profileId={profile.id} id={id} />
          <p>
            <a href={`${profile.origin}/verify`} target="_blank" rel="noreferrer">
              {receiptFileWords.verify}
            </a>
          </p>
        </Section>
      )}
    </div>
  )
}
