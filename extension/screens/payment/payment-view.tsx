import type { Failure } from '#shared/client-failure.ts'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { sayFailure } from '#shared/ui/kit/states/failure-words.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import type { OpenIntent } from '../../intents/intent.ts'
import { tokenOf } from '../../intents/token-of.ts'
import { plainToken } from '../../plain-text.ts'
import { Party } from '../../ui/addresses/party.tsx'
import { isConfidential } from '../../ui/amounts/confidential.ts'
import { PrivateAmount } from '../../ui/amounts/private-amount.tsx'
import { useCardNames } from '../../ui/arrivals/use-card-names.ts'
import { fieldFlawOf, flawText } from '../../ui/obstacles/flaw-words.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { Stepper } from '../../ui/payments/stepper.tsx'
import { shownSteps } from '../../ui/payments/steps-shown.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import { stepperWords } from '../../words/en/payments/progress.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { PaymentActions } from './actions.tsx'
import { failureShown, isUnderWay, outlookOf, paymentSteps } from './model.ts'
import { OutlookBanner } from './outlook.tsx'

export type PaymentViewProps = ScreenProps & { intent: OpenIntent; reload: () => Promise<void> }

/** What is known of a payment: how it stands, its steps, what it was, and what can be done. */
export function PaymentView(props: PaymentViewProps) {
  const { intent, view, settings, profile } = props
  const { order, transaction } = intent
  const list = view?.balances?.list
  const token = tokenOf(intent, list) ?? ''
  const confidential = isConfidential(token, list)
  const hidden = confidential && settings.hideConfidential
  const outlook = outlookOf(intent)
  const failure = failureShown(intent)
  const wallets = (list ?? []).map(({ wallet }) => wallet)
  const cards = useCardNames(profile.id)
  const own = wallets.find(({ id }) => id === order.walletId)
  return (
    <div class="payment stack">
      <Card>
        <OutlookBanner outlook={outlook} transaction={transaction} hidden={hidden} />
        <p class="payment-amount">
          <PrivateAmount value={order.amount} token={plainToken(token)} size="xl" hidden={hidden} />
        </p>
        <Stepper label={stepperWords.label} steps={shownSteps(paymentSteps(intent, confidential), transaction)} />
      </Card>
      {isUnderWay(outlook) && <GoOn verb={order.verb} />}
      {failure !== undefined && (
        <Why failure={failure} refused={outlook === 'refused'} hidden={settings.hideConfidential} />
      )}
      <PaymentActions {...props} outlook={outlook} confidential={confidential} />
      <Card>
        <Facts
          facts={[
            {
              name: order.verb === 'transfer' ? sendWords.from : transactionWords.wallet,
              value: own === undefined ? paymentWords.unknownWallet : <Party address={own.address} wallets={wallets} />,
            },
            {
              name: sendWords.to,
              value:
                order.verb === 'transfer' ? (
                  <Party address={order.destination.address} wallets={wallets} cards={cards} />
                ) : undefined,
            },
            { name: paymentWords.begun, value: <Time at={intent.consentedAt} as="moment" /> },
          ]}
        />
      </Card>
    </div>
  )
}

/** What comes after a payment: nothing more, or another one like it. */
function GoOn({ verb }: { verb: OpenIntent['order']['verb'] }) {
  return (
    <div class="buttons buttons-foot">
      <a class="button" href={routeHash(verb === 'transfer' ? 'send' : verb)}>
        {paymentWords.another[verb]}
      </a>
      <a class="button button-main" href={routeHash('home')}>
        {paymentWords.done}
      </a>
    </div>
  )
}

/** Why it was refused; or why it cannot be looked after just now, which says nothing of how it stands. */
function Why({ failure, refused, hidden }: { failure: Failure; refused: boolean; hidden: boolean }) {
  const flaw = fieldFlawOf(failure, hidden)
  if (refused) return flaw === undefined ? <Refused failure={failure} /> : <Refused what={flawText(flaw)} />
  const { what, todo } = sayFailure(failure)
  return (
    <Notice tone="warn" icon="clock" title={paymentWords.notSeen}>
      {what} {todo}
    </Notice>
  )
}
