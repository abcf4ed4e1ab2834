import type { Transaction } from '#shared/model/transaction.ts'
import { isSame } from '../../ui/addresses/address-rules.ts'
import { contactAt, type SeenContact } from '../../ui/contacts/contact.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'

/** A hash of a transaction, and what it is the hash of; null while there is none. */
export type HashLine = { name: string; hash: string | null }

/** A redeem has two; a hash that may never come is not promised. */
export function hashesOf({ type, status, txHash, settlementTxHash }: Transaction): HashLine[] {
  const over = status === 'FAILED'
  const first = type === 'REDEEM' ? transactionWords.burnHash : transactionWords.txHash
  const lines: HashLine[] = [{ name: first, hash: txHash }]
  if (type === 'REDEEM') lines.push({ name: transactionWords.payoutHash, hash: settlementTxHash })
  return lines.filter(({ hash }) => hash !== null || !over)
}

/** What its transactions took in gas, in ETH, as far as the gateway says it. */
export function feesOf({ gasFee, settlementGasFee }: Transaction): { name: string; amount: string }[] {
  const fees = [
    { name: transactionWords.gasFee, amount: gasFee },
    { name: transactionWords.payoutGasFee, amount: settlementGasFee },
  ]
  return fees.flatMap(({ name, amount }) => (amount == null ? [] : [{ name, amount }]))
}

/** Whether it may still change, and is looked at again. A settled one waits again where the chain took it back. */
export function goesOn({ status, waitingFor }: Pick<Transaction, 'status' | 'waitingFor'>): boolean {
  return status === 'PENDING' || status === 'SETTLING' || (status === 'SETTLED' && waitingFor !== null)
}

/** What a person gave as its reference; a payment of a wallet has an ID of its own in its place. */
export function referenceOf({ externalId }: Pick<Transaction, 'externalId'>): string | undefined {
  return externalId === null || /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(externalId) ? undefined : externalId
}

/** Whether the chain may have something to certify: a receipt needs a first leg. */
export function mayHaveReceipt({ txHash, status }: Pick<Transaction, 'txHash' | 'status'>): boolean {
  return txHash !== null && status !== 'PENDING'
}

/** Where the money went, if not to the wallet itself. */
export function destinationOf({ type, to }: Pick<Transaction, 'type' | 'to'>): string | undefined {
  return type === 'TRANSFER' && to !== null ? to : undefined
}

/** Who paid what came in. Of the account's own calls it is the wallet itself. */
export function payerOf({ type, from }: Pick<Transaction, 'type' | 'from'>): string | undefined {
  return type === 'RECEIVE' ? (from ?? undefined) : undefined
}

/** Address of the counterparty, unless it is an own wallet or a contact. */
export function unknownCounterparty(
  transaction: Transaction,
  wallets: readonly { address: string }[],
  contacts: readonly SeenContact[],
): string | undefined {
  const other = destinationOf(transaction) ?? payerOf(transaction)
  if (other === undefined || wallets.some(({ address }) => isSame(address, other))) return undefined
  return contactAt(other, contacts) === undefined ? other : undefined
}

/** The transaction as this browser knows it, for when the gateway does not answer: the newest of what is known. */
export function knownOf(id: string, ...lists: readonly (readonly Transaction[])[]): Transaction | undefined {
  const known = lists.flat().filter((each) => each.id === id)
  return known.sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))[0]
}
