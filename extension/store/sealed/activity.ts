import { Transaction } from '#shared/model/transaction.ts'
import { sealedStore } from './sealed-store.ts'

const store = sealedStore('transaction', Transaction)

/** So many are kept for when the gateway is away. */
const KEPT = 500

export async function keepTransactions(key: CryptoKey, profileId: string, transactions: Transaction[]): Promise<void> {
  const entries = transactions.map((value) => ({ id: value.id, at: Date.parse(value.createdAt), value }))
  await store.put(key, profileId, entries)
  await store.trim(profileId, KEPT)
}

export async function forgetTransaction(profileId: string, id: string): Promise<void> {
  await store.remove(profileId, id)
}

/** The rows as they were last read, newest first. */
export async function keptTransactions(key: CryptoKey, profileId: string, limit: number): Promise<Transaction[]> {
  return (await store.list(key, profileId, limit)).map(({ value }) => value)
}
