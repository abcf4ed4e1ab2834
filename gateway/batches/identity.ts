import { formatUnits } from '#shared/model/money.ts'
import type { Keyring, TokenHash } from '../crypto/keyring.ts'
import { derivedId } from '../world/new-id.ts'
import type { Row } from './rows-store.ts'

/** By what a row is known. `row`: the one that the batch began with, also of a retry; `tries`: how often it was tried before. */
type Identity = Pick<Row, 'batchId' | 'row' | 'retryOf' | 'tries'>

/** What a row pays. */
type Paid = Pick<Row, 'walletId' | 'units' | 'token' | 'to' | 'given'>

/** The transfer that a row asks for; null where it has a flaw. */
export function bodyOf({ walletId, units, token, to, given }: Paid) {
  if (walletId === null || units === null || token === null || to === null) return null
  // A card that names the receiver may be what a policy asks for.
  const receiver = given.nota === undefined ? { to } : { nota: given.nota }
  return { walletId, amount: formatUnits(units), token, ...receiver, externalId: given.externalId ?? null }
}

/**
 * Under which key a row is paid: every copy of the data gives the same payment the same identity, and another payment another one. A
 * batch that a restore has forgotten may be made again under its `Idempotency-Key`, with its rows in another order. No caller's key
 * gets there: those have no NUL.
 */
export function rowKey(row: Identity & Paid): string {
  const { batchId, retryOf, tries } = row
  return `batch\0${batchId}\0${retryOf ?? row.row}\0${tries}\0${JSON.stringify(bodyOf(row))}`
}

/** ID of the transaction that a row becomes. */
export function rowId(keys: Keyring, accountId: string, row: Identity & Paid): string {
  return derivedId(keys, accountId, rowKey(row))
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
