import type * as z from 'zod/mini'
import { Refusal } from '#shared/refusal.ts'
import { flawsOf } from '../flaws.ts'

/**
 * Parses what came from outside, or refuses naming every flaw by its path. The schemas of the API are strict: `flaws.ts` names a
 * field that they do not know.
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refusal('validation_error', {
    details: parsed.error.issues.flatMap((issue) => flawsOf(issue, value, schema)),
  })
}
