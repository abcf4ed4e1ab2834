import { failureOf } from '#shared/client-failure.ts'
import { Transaction } from '#shared/model/transaction.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { print, tell } from '../print.ts'
import { describe } from './describe.ts'
import { exitCodes, type Outcome } from './outcome.ts'

export type Report = {
  outcome: Outcome
  idempotencyKey: string
  transaction: Transaction | null
  error: unknown
}

/** Says how it ended, on standard output for who reads it, and by the exit code. */
export function report({ outcome, idempotencyKey, transaction, error }: Report, json: boolean): void {
  const said = error === undefined ? null : failureOf(error)
  if (json) print(`${printableJson({ outcome, idempotencyKey, transaction, error: said })}\n`)
  else if (transaction !== null) print(`${describe(transaction)}\n`)
  if (said !== null) tell(`sotto: ${failureText(error)}\n`)
  if (outcome === 'unknown') tell(unknownText(idempotencyKey))
  if (outcome === 'underway') tell(`sotto: it is under way. "sotto tx ${transaction?.id}" says how it ends.\n`)
  process.exitCode = exitCodes[outcome]
}

export function unknownText(key: string): string {
  return `sotto: whether it was carried out is not known. Repeat the command with --idempotency-key ${quoted(key)}: that pays once at most.\n`
}

/** The gateway's sentence, and what is wrong field by field. */
export function failureText(error: unknown): string {
  const { message, details, code } = failureOf(error)
  const flaws = Array.isArray(details) ? (details as { path?: unknown; message?: unknown }[]) : []
  const list = flaws.map((flaw) => `\n  ${printableLine(`${flaw.path} ${flaw.message}`)}`)
  const words = code === 'unreachable' ? 'The gateway cannot be reached' : printableLine(message)
  return `${words}${list.join('')}`
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
