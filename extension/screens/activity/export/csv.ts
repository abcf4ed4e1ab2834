import { csvLine } from '#shared/files/csv.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { CardName } from '../../../store/sealed/notas.ts'
import { isSame } from '../../../ui/addresses/address-rules.ts'
import { directionOf } from '../filters.ts'

type Named = { id: string; address: string; label: string | null }

const COLUMNS = [
  'id',
  'created',
  'updated',
  'direction',
  'type',
  'status',
  'amount',
  'token',
  'walletId',
  'walletLabel',
  'walletAddress',
  'from',
  'to',
  'contact',
  'txHash',
  'settlementTxHash',
  'gasFee',
  'settlementGasFee',
  'waitingFor',
  'externalId',
  'note',
  'error',
] as const

/**
 * Transactions as a table (RFC 4180). Amounts are the gateway's own text, never a rounded number; one that is sealed or not
 * known yet is empty. Gas fees are ETH.
 */
export function csvOf(
  transactions: readonly Transaction[],
  wallets: readonly Named[],
  names: readonly CardName[] = [],
): string {
  const known = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  const rows = transactions.map((transaction) => rowOf(transaction, known.get(transaction.walletId), names))
  return [COLUMNS, ...rows].map(csvLine).join('')
}

function rowOf(transaction: Transaction, wallet: Named | undefined, names: readonly CardName[]): string[] {
  const { id, createdAt, updatedAt, type, status, amount, token, walletId } = transaction
  const { from, to, txHash, settlementTxHash, gasFee, settlementGasFee } = transaction
  const { waitingFor, externalId, note, error } = transaction
  const other = type === 'RECEIVE' ? from : type === 'TRANSFER' ? to : undefined
  const contact = names.find(({ address }) => isSame(address, other))?.name
  const chain = [from, to, contact, txHash, settlementTxHash, gasFee, settlementGasFee]
  const rest = [...chain, waitingFor, externalId, note, error].map((value) => value ?? '')
  const named = [walletId, wallet?.label ?? '', wallet?.address ?? '']
  return [id, createdAt, updatedAt, directionOf(transaction), type, status, amount ?? '', token, ...named, ...rest]
}
