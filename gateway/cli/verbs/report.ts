import { failureOf } from '#shared/client-failure.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { type RefusalCode, Refused } from '#shared/refusal-codes.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { flawLines } from '../explain.ts'
import { print, tell } from '../print.ts'
import { describe } from './describe.ts'
import { exitCodes, mayNotAsk, type Outcome } from './outcome.ts'

export type Report = {
  outcome: Outcome
  idempotencyKey: string
  transaction: Transaction | null
  error: unknown
  /** When the time for an approval ends, if it waits for one and that is known. */
  approveBy?: string | undefined
}

/** Says how it ended, on standard output for who reads it, and by the exit code. */
export function report(said: Report, json: boolean): void {
  const { outcome, idempotencyKey, transaction, error } = said
  const failure = error === undefined ? null : failureOf(error)
  if (json) print(`${printableJson({ outcome, idempotencyKey, transaction, error: failure })}\n`)
  else if (transaction !== null) print(`${describe(transaction)}\n`)
  if (failure !== null) tell(`sotto: ${failureText(error)}\n`)
  if (outcome === 'unknown') tell(unknownText(idempotencyKey))
  if (outcome === 'underway' && transaction !== null) tell(`sotto: ${underwayText(transaction, said)}\n`)
  process.exitCode = exitCodes[outcome]
}

function underwayText({ id, waitingFor }: Transaction, { error, approveBy }: Report): string {
  if (mayNotAsk(error))
    return `it is under way. This key may not read how it ends: one that may says it by "sotto tx ${id}".`
  const until = approveBy === undefined ? '' : ` until ${printableLine(approveBy)}`
  const state =
    waitingFor === 'approval'
      ? `a person has to approve it${until}: in the browser wallet, or with POST /transactions/${id}/approve in a session`
      : 'it is under way'
  return `${state}. "sotto tx ${id}" says how it ends.`
}

export function unknownText(key: string): string {
  return `sotto: whether it was carried out is not known. Repeat the command with --idempotency-key ${quoted(key)}: that pays once at most.\n`
}

/** The gateway's sentence, and what is wrong field by field. */
export function failureText(error: unknown): string {
  const { message, details } = failureOf(error)
  return `${printableLine(message)}${flawLines(details)}`
}

/** The payment that a refusal is about, where it made one. */
export function transactionIn(error: unknown): Transaction | undefined {
  const { details } = failureOf(error)
  const named = typeof details === 'object' && details !== null && 'transaction' in details ? details.transaction : null
  const parsed = Transaction.safeParse(named)
  return parsed.success ? parsed.data : undefined
}

/** As a shell takes it. */
function quoted(text: string): string {
  return /^[\w.:@/+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** What a gateway answers to a question that changes nothing. Throws in words for a person where it does not. */
export async function readOrFail<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new Error(failureText(error))
  }
}

/** What a gateway answers; a refusal with this code has the words that say here what is to be done. */
export async function inWords<T>(code: RefusalCode, words: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof Refused && error.code === code ? new Refused(code, { message: words, cause: error }) : error
  }
}
