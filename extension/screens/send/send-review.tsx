import type { WalletBalances } from '#shared/model/balances.ts'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { ask } from '../../background/ask.ts'
import type { Order } from '../../intents/intent.ts'
import { plainLine } from '../../plain-text.ts'
import { dropDraft } from '../../store/drafts.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { Review } from '../../ui/orders/review.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { sendWords } from '../../words/en/orders/send.ts'
import type { Payee } from './model.ts'
import { type Acquaintance, acquaintanceOf } from './payees.ts'
import { reviewOf } from './review.ts'

export type SendReviewProps = {
  profileId: string
  order: Order
  payment: string
  payee: Payee
  amount: string
  token: string
  from: WalletBalances
  /** Addresses of the account's own wallets. */
  own: readonly string[]
  contacts: readonly SeenContact[]
  confidential: boolean
  draftName: string
  onBack: () => void
}

/** As many as the wallet keeps. */
const KEPT = 500

export function SendReview({ profileId, order, payment, draftName, own, contacts, onBack, ...said }: SendReviewProps) {
  const kept = useLoad(() => ask('activity.cached', { profileId, limit: KEPT }), [profileId])
  // Who was paid before is said together with the rest, or the button would be there before the warning.
  if (kept.is === 'waiting') return <Waiting />
  const known = acquaintanceOf(said.payee, kept.is === 'ready' ? kept.value : [], own, contacts)
  return (
    <Review
      profileId={profileId}
      order={order}
      payment={payment}
      lines={reviewOf(said)}
      notices={<Warning known={known} />}
      confirm={sendWords.confirm}
      onBack={onBack}
      onBegun={() => dropDraft(draftName)}
    />
  )
}

function Warning({ known }: { known: Acquaintance }) {
  if (known.is === 'like') {
    return (
      <Notice tone="danger" icon="warning" title={sendWords.alike}>
        {known.name === undefined ? sendWords.alikeTodo : sendWords.alikeContact(plainLine(known.name, 100))}{' '}
        <GroupedAddress value={known.other} />
      </Notice>
    )
  }
  if (known.is !== 'new') return null
  return (
    <Notice tone="warn" icon="warning" title={sendWords.newPayee}>
      {sendWords.newPayeeTodo}
    </Notice>
  )
}
