import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import { derivedId } from '../world/new-id.ts'
import type { Row } from './rows-store.ts'

/** Where no caller's `Idempotency-Key` gets to: those have no NUL. */
const keyOf = (batchId: string, row: number, tries: number) => `batch\0${batchId}\0${row}\0${tries}`

/**
 * Under which key a row is paid. `row`: the one that the batch began with, also of a retry, and how often it was tried before:
 * so every copy of the data gives the same payment the same identity.
 */
export function rowKey({
  batchId,
  row,
  retryOf,
  tries,
}: {
  batchId: string
  row: number
  retryOf: number | null
  tries: number
}) {
  return keyOf(batchId, retryOf ?? row, tries)
}

/** ID of the transaction that a row becomes. */
export function rowId(keys: Keyring, accountId: string, identity: Parameters<typeof rowKey>[0]): string {
  return derivedId(keys, accountId, rowKey(identity))
}

type Payment = { to: string; token: string; units: bigint; externalId: string | null }

/**
 * What two payments have in common that are one payment made twice, keyed. Not the wallet that pays: a file is uploaded again with
 * another one, where the first has too little.
 */
export function alikeHash(keys: Keyring, accountId: string, payment: Payment): TokenHash {
  const { to, token, units, externalId } = payment
  return keys.hash('batch-row', JSON.stringify([accountId, to, token, String(units), externalId]))
}

/** The same of a row; null where it has a flaw. */
export function alikeOf(
  keys: Keyring,
  { accountId, to, token, units, given }: Pick<Row, 'accountId' | 'to' | 'token' | 'units' | 'given'>,
): TokenHash | null {
  if (to === null || token === null || units === null) return null
  return alikeHash(keys, accountId, { to, token, units, externalId: given.externalId ?? null })
}
