import type { Transaction } from '#shared/model/transaction.ts'
import { printableLine } from '../../world/printable.ts'

/** Why a transaction that is under way has not settled, as far as the gateway says. */
const waits: Readonly<Record<string, string>> = {
  approval: 'waits for a person to approve it',
  confirmation: 'waits for blocks',
  amount: 'waits for its amount',
  public_decryption: 'waits for its public decryption',
  operator_gas: "waits for the operator's gas",
  operator_liquidity: "waits for the operator's money",
  token_refusal: 'waits, since the token refuses it for now',
}

const amountOf = ({ amount, token }: Transaction) => `${amount ?? 'unknown amount of'} ${token}`

/** One line, for lists. */
export function lineOf(transaction: Transaction): string {
  const { createdAt, id, type, status, externalId } = transaction
  const reference = externalId === null ? [] : [externalId]
  return printableLine([createdAt, id, type, status, amountOf(transaction), ...reference].join('  '))
}

/** All that a person asks about one, a line each. */
export function describe(transaction: Transaction): string {
  const { type, status, waitingFor } = transaction
  const isArrival = type === 'RECEIVE'
  const why = waitingFor !== null && status !== 'FAILED' ? `, ${printableLine(waits[waitingFor] ?? waitingFor)}` : ''
  const facts: [string, string | null | undefined][] = [
    ['id', transaction.id],
    ['wallet', transaction.walletId],
    ['from', isArrival ? transaction.from : null],
    ['to', transaction.to],
    ['transaction', transaction.txHash],
    ['payout', transaction.settlementTxHash],
    ['gas', transaction.gasFee && `${transaction.gasFee} ETH`],
    ['reference', transaction.externalId],
    [isArrival ? 'came in' : 'asked for', transaction.createdAt],
    ['error', transaction.error],
  ]
  const lines = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [`  ${name.padEnd(13)}${printableLine(value)}`],
  )
  return [`${type} ${printableLine(amountOf(transaction))}: ${status}${why}`, ...lines].join('\n')
}
