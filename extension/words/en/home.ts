import type { TransactionType } from '#shared/model/transaction.ts'
import type { IntentState } from '../../intents/intent.ts'
import type { UnknownAmount } from '../../ui/arrivals/unknown-amount.ts'
import type { WalletAction } from '../../ui/wallets/wallet-actions.ts'

export const homeWords = {
  waiting: 'Reading your balances…',
  noWallet: 'No wallet yet. The gateway keeps its key; you decide what happens with it.',
  create: 'Create the first wallet',
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
  nothing: 'Nothing yet. Fund the wallet to try things out.',
  others: 'Other wallets',
  all: 'See all',
}

/** The ways to move money of a wallet. */
export const quickWords = {
  label: 'Move money',
  actions: {
    send: 'Send',
    receive: 'Receive',
    mint: 'Mint',
    redeem: 'Redeem',
    fund: 'Fund',
  } satisfies Record<WalletAction, string>,
}

export const tripleWords = { normal: 'Public', confidential: 'Confidential', gas: 'Gas' }

export const balanceCardWords = { total: 'Total', hide: 'Hide confidential amounts' }

export const transactionRowWords = {
  types: {
    FUND: 'Faucet payment',
    MINT: 'Mint',
    TRANSFER: 'Transfer',
    REDEEM: 'Redeem',
    RECEIVE: 'Received',
  } satisfies Record<TransactionType, string>,
  to: ' to ',
  from: ' from ',
}

/** What came in, where its amount is not there to be shown. */
export const receivedWords = {
  amount: { waiting: 'Amount not known yet', sealed: 'Amount sealed' } satisfies Record<UnknownAmount, string>,
  why: {
    waiting: 'The gateway is still finding out how much it was. The amount shows here by itself.',
    sealed: 'The gateway holds no key of this wallet, so it cannot read a confidential amount.',
  } satisfies Record<UnknownAmount, string>,
}

export const peekWords = {
  hold: 'Hold to show',
  show: 'Hold to show the amount',
}
