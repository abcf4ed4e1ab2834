import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Flaw } from '#shared/refusals.ts'

z.config(en())

/** What a schema finds wrong about a value, in our words, which say what to do; those of a schema of ours stand. */
export function flawsOf(issue: z.core.$ZodIssue, value: unknown): Flaw[] {
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
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as ada@example.org',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  url: 'a web address',
}

const FORM = 'is not of the form that it must have'

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (at(value, issue.path) === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return own(issue.message) ?? `must be ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}`
    case 'too_small':
      return own(issue.message) ?? bound('at least', issue.origin, issue.minimum)
    case 'too_big':
      return own(issue.message) ?? bound('at most', issue.origin, issue.maximum)
    case 'invalid_format':
      return own(issue.message) ?? (formats[issue.format] === undefined ? FORM : `must be ${formats[issue.format]}`)
    case 'invalid_union':
      return 'is none of the forms that this can have'
    default:
      return own(issue.message) ?? FORM
  }
}

/** A message that a schema of ours brought along. */
function own(message: string): string | undefined {
  return /^(Invalid|Too|Unrecognized|Expected)\b/.test(message) ? undefined : message
}

function bound(which: string, origin: string, count: number | bigint): string {
  if (origin !== 'string' && origin !== 'array') return `must be ${which} ${count}`
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries']
  return `must have ${which} ${count} ${Number(count) === 1 ? one : many}`
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
}
