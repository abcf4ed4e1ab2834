import type { Migration } from 'kysely/migration'
import * as foundation from './migrations/0001-foundation.ts'
import * as signIn from './migrations/0002-sign-in.ts'
import * as nota from './migrations/0003-nota.ts'
import * as hardening from './migrations/0004-hardening.ts'
import * as accountMacs from './migrations/0005-account-macs.ts'
import * as derivedAmounts from './migrations/0006-derived-amounts.ts'
import * as reconciling from './migrations/0007-reconciling.ts'
import * as attempts from './migrations/0008-attempts.ts'
import * as totals from './migrations/0009-totals.ts'
import * as restores from './migrations/0010-restores.ts'
import * as arrivals from './migrations/0011-arrivals.ts'
import * as storedWords from './migrations/0014-stored-words.ts'
import * as leases from './migrations/0015-leases.ts'
import * as requestCounts from './migrations/0016-request-counts.ts'
import * as findsBlocks from './migrations/0017-finds-blocks.ts'
import * as paidHashes from './migrations/0018-paid-hashes.ts'
import * as replacedOperators from './migrations/0019-replaced-operators.ts'
import * as handlesOfLegs from './migrations/0020-handles-of-legs.ts'
import * as logsOfArrivals from './migrations/0021-logs-of-arrivals.ts'
import * as lookedAt from './migrations/0022-looked-at.ts'
import * as positions from './migrations/0023-positions-contract-23.ts'
import * as walletSeeds from './migrations/0024-wallet-seeds-contract-24.ts'
import * as tags from './migrations/0025-tags-contract-25.ts'
import * as contacts from './migrations/0026-contacts-expand.ts'
import * as paidOnce from './migrations/0027-paid-once-contract-27.ts'
import * as pads from './migrations/0028-pads-expand.ts'
import * as gasFees from './migrations/0029-gas-fees-expand.ts'
import * as requests from './migrations/0030-requests-expand.ts'
import * as requestIndexes from './migrations/0031-request-indexes-expand.ts'
import * as webhooks from './migrations/0032-webhooks-expand.ts'
import * as policies from './migrations/0034-policies-expand.ts'
import * as approvals from './migrations/0035-approvals-expand.ts'
import * as batches from './migrations/0036-batches-expand.ts'
import * as takenBack from './migrations/0037-taken-back-expand.ts'
import * as finds from './migrations/0038-finds-expand.ts'

/**
 * In order. One that was released is never edited. From 0023 on the end of a name says which versions run beside it
 * (`versions-beside.ts`).
 */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-sign-in': signIn,
  '0003-nota': nota,
  '0004-hardening': hardening,
  '0005-account-macs': accountMacs,
  '0006-derived-amounts': derivedAmounts,
  '0007-reconciling': reconciling,
  '0008-attempts': attempts,
  '0009-totals': totals,
  '0010-restores': restores,
  '0011-arrivals': arrivals,
  '0014-stored-words': storedWords,
  '0015-leases': leases,
  '0016-request-counts': requestCounts,
  '0017-finds-blocks': findsBlocks,
  '0018-paid-hashes': paidHashes,
  '0019-replaced-operators': replacedOperators,
  '0020-handles-of-legs': handlesOfLegs,
  '0021-logs-of-arrivals': logsOfArrivals,
  '0022-looked-at': lookedAt,
  '0023-positions-contract-23': positions,
  '0024-wallet-seeds-contract-24': walletSeeds,
  '0025-tags-contract-25': tags,
  '0026-contacts-expand': contacts,
  '0027-paid-once-contract-27': paidOnce,
  '0028-pads-expand': pads,
  '0029-gas-fees-expand': gasFees,
  '0030-requests-expand': requests,
  '0031-request-indexes-expand': requestIndexes,
  '0032-webhooks-expand': webhooks,
  '0034-policies-expand': policies,
  '0035-approvals-expand': approvals,
  '0036-batches-expand': batches,
  '0037-taken-back-expand': takenBack,
  '0038-finds-expand': finds,
}

/** Number of the last migration that this version knows: what it takes a database for. */
export function schemaNumber(): number {
  return numberOf(lastMigration())
}

/** Its name: whatever sorts behind it is of a newer version. */
export function lastMigration(): string {
  return Object.keys(migrations).at(-1) ?? ''
}

/** The number of a migration, from its name. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10)
}
