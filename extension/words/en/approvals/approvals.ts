import type { PolicyOf, PolicyRule } from '#shared/model/policy.ts'
import { words } from '#shared/ui/words/spoken.ts'

export const approvalsWords = words('approvalsWords', {
  about: 'A policy sends these payments to a person. Nothing is signed or sent before one is approved.',
  empty: 'No payment waits for you. A payment that a policy sends to a person appears here.',
  limited: 'The key of this wallet is limited to some wallets and is not told what waits. Sign in to see it.',
  waiting: 'Payments that wait',
  until: (moment: string) => `Expires ${moment}`,
  ended: 'Ended without approval',
  endedAbout: 'Rejected, or not approved in time. Nothing of them was sent.',
  title: 'Approve a payment',
  over: 'This payment does not wait any more: it was approved, rejected, or has expired.',
  what: 'Payment',
  askedBy: 'Asked for by',
  why: 'Why it waits',
  asked: 'Asked for',
  expires: 'Expires',
  askers: {
    session: 'A sign-in of this account',
    thisWallet: 'This wallet',
    key: (label: string) => `API key “${label}”`,
    someKey: 'An API key',
  },
  rules: {
    verbs: 'This kind of payment does not pass by itself.',
    maxPerPayment: 'It is more than one payment may be.',
    maxPerDay: 'It is more than a day allows.',
    maxPerMonth: 'It is more than 30 days allow.',
    destinations: 'The receiver is not among those who are paid without a person.',
    hours: 'It was asked for outside of the hours in which payments pass by themselves.',
    approveAbove: 'The amount is above what passes by itself.',
  } satisfies Record<PolicyRule, string>,
  policies: {
    account: 'Policy of the account',
    api_key: 'Policy of the API key',
    wallet: 'Policy of the wallet',
  } satisfies Record<PolicyOf, string>,
  stranger: 'You do not know this receiver',
  strangerAbout: 'The address is no wallet of yours, no contact, and on no card that you keep. Compare it in full.',
  inTab: 'To decide, a person signs in. That takes a tab, which stays open when you click beside it.',
  decideInTab: 'Decide in a tab',
  signs:
    'A passkey signs exactly what is shown above: amount, receiver and wallet. Its signature fits no other payment. ' +
    'An account without a passkey asks for the password.',
  approve: 'Approve',
  reject: 'Reject',
  rejectTitle: 'Reject this payment?',
  rejectAbout: 'It fails, and nothing is sent. To pay after all, it has to be asked for anew.',
  approved: 'Approved. The payment is on its way.',
  rejected: 'Rejected. Nothing was sent.',
  another: 'The gateway asked for a signature over another payment than the one shown. Nothing was signed.',
  anotherTodo: 'Do not approve it. Tell the person who runs this gateway.',
})
