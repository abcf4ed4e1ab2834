import type { Transaction } from '#shared/model/transaction.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { StepName, StepState } from '../../../ui/payments/steps.ts'

export const stepperWords = words('stepperWords', {
  label: 'Progress',
  states: {
    done: 'Done',
    now: 'Under way',
    later: 'Not yet',
    failed: 'Failed',
    unknown: 'Not known',
    stopped: 'Not done',
  } satisfies Record<StepState, string>,
  names: {
    handed: 'Taken by the gateway',
    approval: 'Approved by a person',
    faucet: 'Paid by the faucet',
    mint: 'Minted on the chain',
    transfer: 'Moved on the chain',
    check: 'Amount checked',
    burn: 'Burned on the chain',
    payout: 'Paid out by the operator',
  } satisfies Record<StepName, string>,
})

/** Why a transaction is not settled yet. */
export const waitingWords = words<Record<NonNullable<Transaction['waitingFor']>, string>>('waitingWords', {
  approval: 'Waiting for a person to approve it. Nothing is sent before.',
  confirmation: 'Waiting for the chain to confirm it.',
  amount: 'Waiting until the amount that really moved is known.',
  public_decryption: 'Waiting for the network to decrypt the amount that was burned.',
  operator_gas: 'The operator of the gateway has too little ETH for gas now. It goes on by itself once there is more.',
  operator_liquidity: 'The operator of the gateway has too little money now. It goes on by itself once there is more.',
  token_refusal:
    'The token refuses to pay out now: it is paused, or has one of the addresses on a list. It goes on by itself once that is lifted.',
})

export const cancelWords = words('cancelWords', {
  action: 'Cancel this payment',
  about: 'The gateway tries to take it back. Whichever reaches the chain first decides.',
  asked: 'Asked to cancel. Whichever reaches the chain first decides.',
  late: 'It could not be cancelled now: it is on the chain or nearly so, or fees are too high for it. It goes on. Look again later.',
})
