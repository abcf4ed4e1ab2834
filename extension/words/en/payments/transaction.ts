import type { TransactionType } from '#shared/model/transaction.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { ExplorerFlaw } from '../../../ui/addresses/explorer.ts'

export const transactionWords = words('transactionWords', {
  title: 'Transaction',
  types: {
    FUND: 'Faucet payment',
    MINT: 'Mint',
    TRANSFER: 'Transfer',
    REDEEM: 'Redeem',
    RECEIVE: 'Received',
  } satisfies Record<TransactionType, string>,
  gas: 'The operator of the gateway gave this wallet ETH for gas, so that it could pay.',
  wallet: 'Wallet',
  payer: 'Received from',
  receiver: 'Received by',
  to: 'To',
  txHash: 'Transaction hash',
  burnHash: 'Hash of the burn',
  payoutHash: 'Hash of the payout',
  noHash: 'None yet',
  created: 'Begun',
  block: 'Time of the block',
  gasFee: 'Gas',
  payoutGasFee: 'Gas of the payout',
  updated: 'Last change',
  externalId: 'Reference',
  id: 'ID',
  error: 'What went wrong',
  onExplorer: 'Open in the explorer',
  none: 'This address names no transaction.',
  gone: 'The gateway does not know this transaction.',
  back: 'Activity',
  details: 'Details',
})

/** A note to oneself. */
export const noteWords = words('noteWords', {
  title: 'Note',
  about: 'Only this account sees it. It is in no receipt and not on the chain.',
  write: 'Write a note',
  change: 'Change the note',
  label: 'Note to yourself',
  hint: 'Empty takes it away.',
  save: 'Save',
  saved: 'The note is saved.',
  cleared: 'The note is gone.',
})

export const receiptFileWords = words('receiptFileWords', {
  title: 'Receipt',
  about: 'A signed file that says what the chain says of this transaction. Anybody with a Sotto gateway can check it.',
  get: 'Download the receipt',
  keep: 'Keep it here',
  verify: 'Open the page to verify and print it',
  kept: 'Kept under Receipts and cards.',
  got: 'The receipt was downloaded.',
  notYet: 'There is no receipt yet. It can be written as soon as the chain shows this transaction.',
  fileName: (id: string) => `sotto-receipt-${id}`,
})

/** Links to a block explorer. */
export const explorerWords = words('explorerWords', {
  title: 'Block explorer',
  about:
    'Transaction hashes can link to a public block explorer. It then learns which transactions you look at, so there ' +
    'are no links until you name one. The wallet itself never asks it anything.',
  label: 'Address of the explorer',
  hint: (address: string) => `For Sepolia, for example ${address}. Leave it empty for no links.`,
  save: 'Save',
  saved: 'Saved.',
  removed: 'Saved: there are no links now.',
  flaws: {
    not_an_address: 'is not the address of a page',
    plain_http: 'must begin with https, unless it is on this computer',
    has_more: 'must be the address of its first page, without anything behind it',
  } satisfies Record<ExplorerFlaw, string>,
})
