import { useState } from 'preact/hooks'
import type { Transaction } from '#shared/model/transaction.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { useFirstFocus } from '#shared/ui/kit/forms/use-first-focus.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { write } from '../../background/ask.ts'
import { cancelWords } from '../../words/en/payments/progress.ts'
import { Notice } from '../parts/notice.tsx'
import '../styles/stepper.css'

export type CancelPaymentProps = {
  profileId: string
  id: string
  /** Told what it is now. */
  onAsked: (transaction: Transaction) => void
}

/** Asks the gateway to take a payment back while it is on its way. Being late is no failure, and is not said as one. */
export function CancelPayment({ profileId, id, onAsked }: CancelPaymentProps) {
  const [asked, setAsked] = useState(false)
  const cancel = useAction(async () => {
    const { transaction } = await write(profileId, 'cancelTransaction', { id })
    setAsked(true)
    announce(cancelWords.asked)
    onAsked(transaction)
  })
  const late = cancel.failure?.code === 'not_cancellable'
  // The button that had the focus is gone.
  const told = useFirstFocus<HTMLDivElement>(true, asked)
  if (asked) {
    return (
      <div ref={told} tabIndex={-1}>
        <p class="hint">{cancelWords.asked}</p>
      </div>
    )
  }
  return (
    <>
      <div class="cancel-payment">
        <Button kind="quiet-danger" busy={cancel.busy} onClick={cancel.run}>
          {cancelWords.action}
        </Button>
        <p class="hint">{cancelWords.about}</p>
      </div>
      {late && <Notice>{cancelWords.late}</Notice>}
      {cancel.failure !== undefined && !late && <Refused failure={cancel.failure} />}
    </>
  )
}
