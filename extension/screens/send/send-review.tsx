import type { WalletBalances } from '#shared/model/balances.ts'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { ask } from '../../background/ask.ts'
import type { Order } from '../../intents/intent.ts'
import { plainLine } from '../../plain-text.ts'
import { dropDraft } from '../../store/drafts.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { freshenContacts } from '../../ui/contacts/kept-contacts.ts'
import { Review } from '../../ui/orders/review.tsx'
import { Facts } from '../../ui/parts/facts.tsx'
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

export function SendReview({ profileId, order, payment, draftName, own, contacts, onBack, ...shown }: SendReviewProps) {
  // Who was paid before, and who is a contact, is said together with the rest, or the button would be there before the warning.
  const kept = useLoad(async () => {
    const [paid] = await Promise.all([ask('activity.cached', { profileId, limit: KEPT }), freshenContacts(profileId)])
    return paid
  }, [profileId])
  if (kept.is === 'waiting') return <Waiting />
  const known = acquaintanceOf(shown.payee, kept.is === 'ready' ? kept.value : [], own, contacts)
  return (
    <Review
      profileId={profileId}
      order={order}
      payment={payment}
      lines={reviewOf(shown)}
      notices={<Warning known={known} address={shown.payee.address} />}
      confirm={sendWords.confirm}
      onBack={onBack}
      onBegun={() => dropDraft(draftName)}
    />
  )
}

/** Both addresses stand under each other: nothing has to be scrolled to compare them. */
function Warning({ known, address }: { known: Acquaintance; address: string }) {
  if (known.is === 'like' || known.is === 'namesake') {
    const isAlike = known.is === 'like'
    const name = known.name === undefined ? sendWords.other : sendWords.otherContact(plainLine(known.name, 100))
    return (
      <Notice tone="danger" icon="warning" title={isAlike ? sendWords.alike : sendWords.namesake}>
        <p>{isAlike ? sendWords.alikeTodo : sendWords.namesakeTodo}</p>
        <Facts
          facts={[
            { name: sendWords.thisOne, value: <GroupedAddress value={address} /> },
            { name, value: <GroupedAddress value={known.other} /> },
          ]}
        />
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
