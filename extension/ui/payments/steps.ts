import type { CallType, Transaction } from '#shared/model/transaction.ts'
import type { Verb } from '../../intents/intent.ts'

/** What happens to a payment, one thing after the other. `handed` is the gateway's taking it, `approval` a person's
 * letting it pass; the rest is on chain. */
export type StepName = 'handed' | 'approval' | 'faucet' | 'mint' | 'transfer' | 'check' | 'burn' | 'payout'

/** `unknown`: may have happened. `stopped`: will not happen. */
export type StepState = 'done' | 'now' | 'later' | 'failed' | 'unknown' | 'stopped'

export type Step = { name: StepName; state: StepState }

/** The legs of a payment, and the look at what a confidential one moved: it could have moved nothing. */
export function chainSteps(verb: Verb, confidential: boolean): StepName[] {
  switch (verb) {
    case 'fund':
      return ['faucet']
    case 'mint':
      return ['mint']
    case 'transfer':
      return confidential ? ['transfer', 'check'] : ['transfer']
    case 'redeem':
      return ['burn', 'payout']
  }
}

const verbs: Record<CallType, Verb> = { FUND: 'fund', MINT: 'mint', TRANSFER: 'transfer', REDEEM: 'redeem' }

export type Progress = Pick<Transaction, 'type' | 'status' | 'waitingFor' | 'settlementTxHash' | 'failure'>

/** How far each step of a transaction is that the gateway has. What came in is there: it has none. */
export function stepsOf(transaction: Progress, confidential: boolean): Step[] {
  if (transaction.type === 'RECEIVE') return []
  const names = chainSteps(verbs[transaction.type], confidential)
  const approval = approvalOf(transaction)
  if (approval !== undefined) {
    const after: StepState = approval === 'now' ? 'later' : 'stopped'
    const rest = names.map((name): Step => ({ name, state: after }))
    return [{ name: 'handed', state: 'done' }, { name: 'approval', state: approval }, ...rest]
  }
  const last = names.length - 1
  const at = currentStep(transaction, last)
  const current: StepState = transaction.status === 'FAILED' ? 'failed' : 'now'
  const after: StepState = transaction.status === 'FAILED' ? 'stopped' : 'later'
  const onChain = names.map((name, index): Step => {
    if (index < at) return { name, state: 'done' }
    return { name, state: index === at ? current : after }
  })
  return [{ name: 'handed', state: 'done' }, ...onChain]
}

/** Whether it waits for a person, or none let it pass. One that passed is as any other. */
function approvalOf({ status, waitingFor, failure }: Progress): 'now' | 'failed' | undefined {
  if (status === 'FAILED') return failure?.startsWith('approval_') ? 'failed' : undefined
  return status === 'PENDING' && waitingFor === 'approval' ? 'now' : undefined
}

/** The step that is under way, or at which it failed; beyond the last where all are done. */
function currentStep({ type, status, waitingFor, settlementTxHash }: Progress, last: number): number {
  switch (status) {
    case 'PENDING':
      return 0
    case 'SETTLING':
      return last
    case 'FAILED':
      // There is no payout before its burn has gone through.
      return type === 'REDEEM' && settlementTxHash !== null ? last : 0
    case 'SETTLED':
      // A deep reorganisation took it back: the same bytes are sent again, and the status stays.
      return waitingFor === null ? last + 1 : last
  }
}
