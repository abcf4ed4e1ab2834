import type { Transaction, TransactionType } from '#shared/model/transaction.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { IntentState } from '../../intents/intent.ts'
import type { FirstStep } from '../../screens/home/model.ts'
import type { UnknownAmount } from '../../ui/arrivals/unknown-amount.ts'
import type { WalletAction } from '../../ui/wallets/wallet-actions.ts'

type Subtitles = Partial<Record<WalletAction, string>> & Record<'mint' | 'redeem', string>

export const homeWords = words('homeWords', {
  waiting: 'Reading your balances…',
  noWallet: 'No wallet yet. The gateway keeps its key; you decide what happens with it.',
  moving: 'Under way',
  states: {
    ready: 'Not sent yet',
    sending: 'Sending',
    unknown: 'Not known yet',
    ask: 'Send or discard?',
    accepted: 'Taken by the gateway',
    refused: 'Refused',
    discarded: 'Discarded',
    left: 'Not followed',
  } satisfies Record<IntentState, string>,
  recent: 'Recent activity',
  first: {
    title: 'First steps',
    done: 'Done',
    steps: {
      fund: { title: 'Fund the wallet', about: 'The faucet gives it test money.' },
      mint: { title: 'Make the money private', about: 'From then on the chain does not show its amounts.' },
      send: { title: 'Send some of it', about: 'To an address, a card, or another wallet of your own.' },
    } satisfies Record<FirstStep['verb'], { title: string; about: string }>,
  },
  others: 'Other wallets',
  all: 'See all',
})

/** The ways to move money of a wallet. */
export const quickWords = words('quickWords', {
  label: 'Move money',
  actions: {
    send: 'Send',
    receive: 'Receive',
    mint: 'Mint',
    redeem: 'Redeem',
    fund: 'Fund',
  } satisfies Record<WalletAction, string>,
  /** Where the word of the field says little to whoever hears it first. */
  subtitles: { mint: 'Make private', redeem: 'Make public' } as Subtitles,
})

export const tripleWords = words('tripleWords', { normal: 'Public', confidential: 'Confidential', gas: 'Gas' })

export const balanceCardWords = words('balanceCardWords', { total: 'Total', hide: 'Hide confidential amounts' })

export const transactionRowWords = words('transactionRowWords', {
  types: {
    FUND: 'Faucet payment',
    MINT: 'Mint',
    TRANSFER: 'Transfer',
    REDEEM: 'Redeem',
    RECEIVE: 'Received',
  } satisfies Record<TransactionType, string>,
  /** Given by the operator, so that the wallet could pay. */
  gas: 'Gas for a payment',
  approval: 'Waits for approval',
  unapproved: { approval_rejected: 'Rejected', approval_expired: 'Approval expired' } satisfies Record<
    NonNullable<Transaction['failure']>,
    string
  >,
  to: ' to ',
  from: ' from ',
})

/** What came in, where its amount is not there to be shown. */
export const receivedWords = words('receivedWords', {
  amount: { waiting: 'Amount to come', sealed: 'Amount sealed', lost: 'Amount not known' } satisfies Record<
    UnknownAmount,
    string
  >,
  why: {
    waiting: 'The gateway is still finding out how much it was. The amount shows here by itself.',
    sealed: 'The gateway holds no key of this wallet, so it cannot read a confidential amount.',
    lost: 'Not known: the gateway was restored from a backup, and the chain does not show it.',
  } satisfies Record<UnknownAmount, string>,
})

export const peekWords = words('peekWords', {
  hold: 'Hold to show',
  show: 'Hold to show the amount',
})
