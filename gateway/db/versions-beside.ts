import { numberOf, schemaNumber } from './migrations.ts'

/**
 * Number of the oldest schema whose gateways may run on a database while such a migration is made there, and afterwards. The
 * name of the migration says it, so that versions that do not know the migration read it in the database.
 *
 * - `0031-notes-expand` only adds what older versions neither see nor need: all that know this rule run beside it.
 * - `0040-notes-contract-31` takes away, or changes, what versions before schema 31 still use: those from 31 on run beside it.
 * - Any other name, as of all migrations before 0023: no older version runs beside it.
 */
export function leastBeside(name: string): number {
  if (/^\d{4}-[\w-]+-expand$/.test(name)) return FIRST_WITH_RULE
  const since = /^\d{4}-[\w-]+-contract-(\d{1,4})$/.exec(name)?.[1]
  return since === undefined ? numberOf(name) : Number(since)
}

/** Gateways of older schemas know nothing of this rule, and stop where anything is new. */
export const FIRST_WITH_RULE = 22

/** The most that any of them asks for; 0 of none. */
export function leastBesideAll(names: readonly string[]): number {
  return Math.max(0, ...names.map(leastBeside))
}

/** A newer version of Sotto has changed the database; what this one would write there is not known to be right. */
export class NewerSchema extends Error {
  /** As a database that cannot be written to now: what a request wanted was not stored. */
  readonly code = 'NEWER_SCHEMA'
  constructor(names: readonly string[]) {
    super(
      `The database is of a newer Sotto: it has ${names.join(', ')}, and this version knows the schema up to ${schemaNumber()}. Run the newer version.`,
    )
    this.name = 'NewerSchema'
  }
}

/** Whether this version goes on beside what newer ones have changed. */
export function runsBeside(newer: readonly string[]): boolean {
  return leastBesideAll(newer) <= schemaNumber()
}

/** Throws `NewerSchema` where it does not. */
export function requireBeside(newer: readonly string[]): void {
  if (!runsBeside(newer)) throw new NewerSchema(newer)
}
