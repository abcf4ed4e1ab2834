import type { OpenIntent, Order } from '../../intents/intent.ts'
import { fieldFlawOf } from '../../ui/obstacles/flaw-words.ts'
import { type FieldFlaw, type WalletDraft, walletDraftName } from '../../ui/orders/wallet-order.ts'
import { freshPay, type PayDraft, payDraftName } from '../../ui/requests/pay-draft.ts'
import type { RouteName } from '../../ui/routes/route.ts'
import { notasWords } from '../../words/en/notas/notas.ts'
import { freshSend, type SendDraft, sendDraftName } from '../send/draft.ts'

/** A form filled in as it was for a payment, with the flaw at its field. */
export type Refilled = { route: RouteName; name: string; draft: SendDraft | PayDraft | WalletDraft }

/** The form of a payment that was not made, to be mended or sent anew. Always a new payment: nothing is sent by itself. */
export function refilled({ order, failure, profileId }: OpenIntent, confidential: boolean, hidden = false): Refilled {
  const flaw = failure === null ? null : (fieldFlawOf(failure, hidden) ?? null)
  if (order.verb === 'transfer') {
    const { destination, walletId, amount } = order
    if (destination.is === 'request') {
      return { route: 'pay', name: payDraftName(profileId), draft: { ...freshPay(destination.nota), walletId, amount } }
    }
    return {
      route: 'send',
      name: sendDraftName(profileId),
      draft: sendDraftOf({ ...order, destination }, flaw, confidential),
    }
  }
  const { verb, walletId, amount } = order
  return { route: verb, name: walletDraftName(verb, profileId, null), draft: { walletId, amount, flaw, payment: null } }
}

type Transfer = Extract<Order, { verb: 'transfer' }>

function sendDraftOf(
  { walletId, amount, destination }: Transfer & { destination: Exclude<Transfer['destination'], { is: 'request' }> },
  flaw: FieldFlaw | null,
  confidential: boolean,
): SendDraft {
  const base = { ...freshSend, walletId, amount, confidential, kind: destination.is, flaw }
  switch (destination.is) {
    case 'address':
      return { ...base, address: destination.address }
    case 'nota':
      return { ...base, nota: { name: notasWords.kinds['address-card'], text: destination.nota } }
    case 'wallet':
      return { ...base, toWalletId: destination.walletId }
  }
}
