import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { type Flaw, Refusal } from '#shared/refusals.ts'

z.config(en())

/** Parses what came from outside, or refuses naming every flaw by its path. */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refusal('validation_error', { details: parsed.error.issues.flatMap(flawsOf) })
}

function flawsOf(issue: z.core.$ZodIssue): Flaw[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }))
  }
  return [{ path: issue.path.join('.'), message: issue.message }]
}
