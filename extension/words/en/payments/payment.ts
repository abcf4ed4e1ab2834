import { words } from '#shared/ui/words/spoken.ts'
import type { Outlook } from '../../../screens/payment/model.ts'

export const paymentWords = words('paymentWords', {
  outlooks: {
    sending: { title: 'Being sent', about: 'It is written down and on its way. You can close this page.' },
    unknown: {
      title: 'Outcome not known yet',
      about:
        'The gateway may or may not have taken this payment. The wallet asks again by itself, and it can never be ' +
        'paid twice. Do not send it a second time.',
    },
    forgotten: {
      title: 'The gateway does not know it any more',
      about:
        'The gateway had taken this payment. It may have been restored from an older backup, or your key may not ' +
        'reach the wallet any more. Do not pay again before you have looked at the balance and asked the ' +
        'operator.',
    },
    ask: {
      title: 'Not sent',
      about:
        'The gateway did not get this payment, and you confirmed it too long ago to send it without asking. ' +
        'Send it now, or discard it.',
    },
    refused: { title: 'Refused', about: 'The gateway did not take this payment. No money was moved.' },
    discarded: { title: 'Discarded', about: 'This payment was not sent. No money was moved.' },
    left: {
      title: 'Not followed any more',
      about:
        'What became of this payment was not known when you stopped following it. It may have been made: look at your ' +
        'activity and at the balance before you pay again.',
    },
    waits: {
      title: 'Waits for approval',
      about: 'A policy sends it to a person. Nothing is sent before somebody approves it. You can close this page.',
    },
    pending: { title: 'Pending', about: 'The gateway has it and waits for the chain. You can close this page.' },
    settling: { title: 'Settling', about: 'The first part is done. You can close this page.' },
    settled: { title: 'Settled', about: 'The chain has confirmed it.' },
    unsettled: {
      title: 'Settled, and being confirmed again',
      about: 'The chain took back what it had confirmed. The gateway sends the same payment again by itself.',
    },
    unapproved: { title: 'Not approved', about: 'No money was moved.' },
    failed: { title: 'Failed', about: 'This payment was not made, or not in full. The gateway says:' },
  } satisfies Record<Outlook, { title: string; about: string }>,
  leave: 'Stop following it',
  leaveTitle: 'Stop following this payment?',
  leaveAbout:
    'The wallet stops asking the gateway about it, and does not send it again. This takes nothing back: if the gateway ' +
    'took the payment, the money moves.',
  leaveTodo: 'Look at your activity and at the balance of the wallet before you pay again.',
  sendNow: 'Send it now',
  discard: 'Discard it',
  change: 'Change and try again',
  anew: 'Begin a new payment',
  fundFirst: 'Fund this wallet',
  done: 'Done',
  another: { transfer: 'Send another', mint: 'Mint more', redeem: 'Redeem more', fund: 'Fund more' },
  transaction: 'Show the transaction',
  settledText: (what: string) => `${what} settled.`,
  failedText: (what: string) => `${what} failed.`,
  refusedText: (what: string) => `${what} was refused.`,
  notSeen: 'The wallet could not check it just now',
  begun: 'You confirmed',
  unknownWallet: 'A wallet that is not listed',
  none: 'This address names no payment.',
  elsewhere: (gateway: string) =>
    `This payment belongs to the gateway “${gateway}”. Switch to it to follow the payment.`,
})
