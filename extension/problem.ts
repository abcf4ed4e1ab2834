import * as z from 'zod/mini'
import { type Failure, failureOf } from '#shared/client-failure.ts'
import { Id } from '#shared/model/ids.ts'

/** What goes wrong inside the wallet itself, before or beside any gateway. Each has its own sentence in the catalogue. */
export const problemCodes = [
  'locked',
  'no_vault',
  'vault_exists',
  'vault_damaged',
  'storage_damaged',
  'wrong_password',
  'throttled',
  'unknown_profile',
  'no_key',
  'unknown_intent',
  'unknown_nota',
  'permission_missing',
  'too_fast',
  'older_gateway',
  'not_allowed',
  'nota_too_large',
  'not_text',
  'other_account',
  'key_cannot_read',
  'unknown_approval',
  'not_a_request',
  'other_gateway',
  'request_changed',
  'request_expired',
  'request_paid',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** The wallet's own refusal. `retryAfter` is in seconds. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly retryAfter: number | undefined
  constructor(code: ProblemCode, retryAfter?: number) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** A failure as messages carry it between worker and pages. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Problem)) return failureOf(error)
  const { code, retryAfter } = error
  return { code, message: '', ...(retryAfter === undefined ? {} : { retryAfter }) }
}

const Flaws = z.array(z.object({ path: z.string(), message: z.string() }))

/** As much of what the model of batches has as is told: the worker has no room for more. */
const Elsewhere = z.object({
  duplicates: z.number(),
  firstDuplicates: z.array(
    z.object({ row: z.number(), of: z.object({ batchId: z.nullable(Id), transactionId: z.nullable(Id) }) }),
  ),
})
export type Elsewhere = z.infer<typeof Elsewhere>

const Known = z.union([Flaws, Elsewhere])

/** Rows of a batch that were paid elsewhere since it was checked, where a refusal names them. */
export const elsewhereIn = ({ details }: Failure): Elsewhere | undefined => Elsewhere.safeParse(details).data

/**
 * A failure as it can be stored and sent: of its particulars only what a form can show. A gateway may send anything
 * there, lists in lists that no message can carry, too.
 */
export function plain({ details, ...failure }: Failure): Failure {
  const known = Known.safeParse(details).data
  return known === undefined ? failure : { ...failure, details: known }
}
