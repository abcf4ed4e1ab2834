import type { FailureWords } from '#shared/ui/words/failures.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { LastingReason } from '../../../screens/batches/model.ts'

/** Why the gateway has paused a batch. */
export const pauseReasonWords = words('pauseReasonWords', {
  insufficient_balance: {
    what: 'The wallet does not have enough for the next row.',
    todo: 'Add money to it, then go on.',
  },
  insufficient_gas: { what: 'The wallet has too little ETH for the fees.', todo: 'Fund it, then go on.' },
  gas_price: { what: 'Fees are higher now than this gateway pays.', todo: 'Go on when they are lower.' },
  unknown_wallet: {
    what: 'The wallet of the next row is no wallet of this account any more.',
    todo: 'Cancel the batch, and check the file again.',
  },
  external_wallet: {
    what: 'The wallet of the next row is only watched here.',
    todo: 'Cancel the batch, and check the file again.',
  },
  restored: {
    what: "The gateway's data were restored from a backup.",
    todo: 'Go on if the batch is still to be paid.',
  },
} satisfies Record<LastingReason, FailureWords>)
