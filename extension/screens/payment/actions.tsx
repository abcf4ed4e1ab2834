import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import { keepDraft } from '../../store/drafts.ts'
import { fieldFlawOf } from '../../ui/obstacles/flaw-words.ts'
import { CancelPayment } from '../../ui/orders/cancel-payment.tsx'
import { ReceiptButtons } from '../../ui/payments/receipt-buttons.tsx'
import { go, routeHash } from '../../ui/routes/route.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import { refilled } from './again.ts'
import { isCancellable, type Outlook } from './model.ts'
import type { PaymentViewProps } from './payment-view.tsx'

export type PaymentActionsProps = Pick<PaymentViewProps, 'intent' | 'profile' | 'reload' | 'settings'> & {
  outlook: Outlook
  confidential: boolean
}

/** What can be done about a payment, as it stands. */
export function PaymentActions(props: PaymentActionsProps) {
  const { intent, profile, reload, outlook } = props
  const { transaction } = intent
  if (outlook === 'ask') return <Asked {...props} />
  if (outlook === 'unknown' || outlook === 'forgotten') return <Leave {...props} />
  if (outlook === 'refused' || outlook === 'discarded') {
    return (
      <div class="buttons">
        <Anew {...props} />
      </div>
    )
  }
  if (transaction === null) return null
  const further = (
    <a class="button" href={routeHash('transaction', { id: transaction.id })}>
      {paymentWords.transaction}
    </a>
  )
  if (outlook === 'failed') {
    return (
      <div class="buttons">
        <Anew {...props} />
        {further}
      </div>
    )
  }
  return (
    <>
      {outlook === 'settled' ? (
        <ReceiptButtons profileId={profile.id} id={transaction.id} further={further} />
      ) : (
        <div class="buttons">{further}</div>
      )}
      {outlook !== 'left' && isCancellable(transaction) && (
        <CancelPayment profileId={profile.id} id={transaction.id} onAsked={reload} />
      )}
    </>
  )
}

/** Consent that has grown old is asked for again. */
function Asked({ intent, reload }: PaymentActionsProps) {
  const send = useAction(async () => {
    await ask('money.sendAgain', { id: intent.id })
    await reload()
  })
  const discard = useAction(async () => {
    await ask('money.discard', { id: intent.id })
    await reload()
  })
  const failure = send.failure ?? discard.failure
  return (
    <>
      {failure !== undefined && <Refused failure={failure} />}
      <div class="buttons">
        <Button kind="main" busy={send.busy} onClick={send.run}>
          {paymentWords.sendNow}
        </Button>
        <Button kind="quiet-danger" busy={discard.busy} onClick={discard.run}>
          {paymentWords.discard}
        </Button>
      </div>
    </>
  )
}

/** A gateway that never comes back should not be asked for ever. */
function Leave({ intent, reload }: PaymentActionsProps) {
  const [asking, setAsking] = useState(false)
  const leave = async () => {
    await ask('money.leave', { id: intent.id })
    await reload()
  }
  return (
    <>
      <div class="cancel-payment">
        <Button kind="quiet-danger" onClick={() => setAsking(true)}>
          {paymentWords.leave}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={paymentWords.leaveTitle}
          action={paymentWords.leave}
          kind="danger"
          onSubmit={leave}
          onClose={() => setAsking(false)}
        >
          <p>{paymentWords.leaveAbout}</p>
          <p>{paymentWords.leaveTodo}</p>
        </Dialog>
      )}
    </>
  )
}

/** Back to the form, filled in as it was. What comes of it is a new payment. */
function Anew({ intent, confidential, outlook, settings }: PaymentActionsProps) {
  const again = async () => {
    const { route, name, draft } = refilled(intent, confidential, settings.hideConfidential)
    await keepDraft(name, draft)
    go(route)
  }
  // Gas and money come from the same place.
  const broke = intent.failure !== null && fieldFlawOf(intent.failure)?.field === 'wallet'
  return (
    <>
      <Button kind="main" onClick={again}>
        {outlook === 'refused' ? paymentWords.change : paymentWords.anew}
      </Button>
      {broke && (
        <a class="button" href={routeHash('fund', { wallet: intent.order.walletId })}>
          {paymentWords.fundFirst}
        </a>
      )}
    </>
  )
}
