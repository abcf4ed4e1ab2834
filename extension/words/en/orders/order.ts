import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { AmountFlaw } from '../../../ui/amounts/amount-rules.ts'

const counted = countedIn('en')

export const amountFieldWords = words('amountFieldWords', {
  label: 'Amount',
  max: 'Max',
  maxOf: (token: string) => `Max: all the ${token} there is`,
  available: 'Available:',
  readAs: 'Read as',
  asOf: (age: string) => `(seen ${age})`,
  /** With a point in every language: `sayFlaw` writes the mark of the reader. */
  flaws: {
    empty: 'Type an amount.',
    comma: 'Write it without marks between the thousands, such as 1250.5.',
    not_an_amount: 'Write digits, such as 12.5.',
    leading_zero: 'Leave out the zeros at the beginning.',
    too_many_decimals: 'There are 6 decimals at most.',
    zero: 'The amount must be greater than 0.',
    too_large: 'That is more than the token can count: at most 18446744073709.551615.',
    over_limit: 'That is more than one payment may move.',
    over_balance: 'This wallet does not have that much.',
  } satisfies Record<AmountFlaw, string>,
})

export const walletPickerWords = words('walletPickerWords', {
  search: (label: string) => `Search: ${label.toLowerCase()}`,
  choose: 'Choose a wallet',
  more: (count: number) =>
    counted(
      count,
      '# more wallet matches. Search by label or address to find it.',
      '# more wallets match. Search by label or address to find them.',
    ),
})

/** What the forms that move money have in common. */
export const orderWords = words('orderWords', {
  review: 'Review',
  fields: { wallet: 'Wallet', to: 'Recipient', token: 'Token', amount: 'Amount' },
  /** Continues the name of a field, as the gateway's own sentences do. */
  notEnough: 'is more than there is',
  fromWallet: 'From wallet',
  walletGone: 'The wallet that you chose is not among yours any more. Look which one stands here now.',
  toWallet: 'To wallet',
  noCustodial: 'You have no wallet yet that can pay. Create one: the gateway keeps its key.',
  noWallet: 'You have no wallet yet.',
  createWallet: 'Create a wallet',
  gas: 'Gas',
  fee: 'Network fee, an estimate',
  feeOf: (fee: string) => `About ${fee} ETH, paid by this wallet.`,
  feeShort: (has: string) =>
    `It holds ${has} ETH, which may be too little. If the gateway gives it no more, fund it first.`,
  feeWaiting: 'Being estimated…',
  feeUnknown: 'Not known just now. This wallet pays it.',
})

export const reviewWords = words('reviewWords', {
  back: 'Change',
  ledger: 'On the public ledger',
})

export const obstacleWords = words('obstacleWords', {
  what: {
    gas: () =>
      'This wallet has no ETH to pay for gas. The gateway may give it some when it pays; the faucet does, together with test money.',
    sealed: () => 'The gateway cannot read the balance of this wallet now, so it cannot pay from it either.',
    mint: (open: string, hidden: string) =>
      `This wallet holds ${open} and no ${hidden}. Mint turns one into the other.`,
    fund: () => 'This wallet has no money of this kind. The faucet gives it test money.',
  },
  ways: { gas: 'Fund this wallet', fund: 'Fund this wallet', mint: 'Mint', sealed: '' },
})
