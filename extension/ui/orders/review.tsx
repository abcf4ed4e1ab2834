import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { ask, read } from '../../background/ask.ts'
import type { Order } from '../../intents/intent.ts'
import { reviewWords } from '../../words/en/orders/order.ts'
import { go } from '../routes/route.ts'
import type { ReviewLine } from './review-line.ts'
import { ReviewLines } from './review-lines.tsx'
import '../styles/order.css'

export type ReviewProps = {
  profileId: string
  order: Order
  /** Names this payment, however often and from however many pages its button is pressed. */
  payment: string
  lines: readonly ReviewLine[]
  /** What to know before confirming. */
  notices?: ComponentChildren
  /** What the one button says that moves the money. */
  confirm: string
  onBack: () => void
  /** Called once it is written down, before the payment is shown. */
  onBegun: () => Promise<unknown>
}

/** Everything about a payment, once more in full, and the one button that begins it. */
export function Review({ profileId, order, payment, lines, notices, confirm, onBack, onBegun }: ReviewProps) {
  const action = useAction(async () => {
    const { id } = await ask('money.begin', { profileId, order, id: payment })
    await onBegun()
    go('payment', { id })
  })
  const id = useId()
  const { walletId } = order
  const gasPrice = useLoad(async () => (await read(profileId, 'getGas', { walletId })).gasPrice.wei, [walletId])
  return (
    <>
      {/* Who goes by Tab from the heading to the button hears all of it there, warnings first. */}
      <div class="stack" id={id}>
        {notices}
        <ReviewLines lines={lines} gasPrice={gasPrice} />
      </div>
      {action.failure !== undefined && <Refused failure={action.failure} />}
      <div class="buttons buttons-foot">
        <Button onClick={onBack}>{reviewWords.back}</Button>
        <Button kind="main" busy={action.busy} describedBy={id} onClick={action.run}>
          {confirm}
        </Button>
      </div>
    </>
  )
}
