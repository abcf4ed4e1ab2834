import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { type Flaw, Refusal } from '#shared/refusals.ts'

z.config(en())

/** Parses what came from outside, or refuses naming every flaw by its path. */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refusal('validation_error', { details: parsed.error.issues.flatMap((issue) => flawsOf(issue, value)) })
}

function flawsOf(issue: z.core.$ZodIssue, value: unknown): Flaw[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }))
  }
  return [{ path: issue.path.join('.'), message: messageOf(issue, value) }]
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** In our words, which say what to do; those of a schema of ours stand. */
function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (at(value, issue.path) === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}`
    case 'too_small':
      return issue.origin === 'string' ? length('at least', issue.minimum) : issue.message
    case 'too_big':
      return issue.origin === 'string' ? length('at most', issue.maximum) : issue.message
    case 'invalid_union':
      return 'is none of the forms that this can have'
    default:
      return /^Invalid|^Too/.test(issue.message) ? 'is not of the form that it must have' : issue.message
  }
}

function length(bound: string, characters: number | bigint): string {
  return `must have ${bound} ${characters} character${Number(characters) === 1 ? '' : 's'}`
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
}
