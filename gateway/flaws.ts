import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Flaw } from '#shared/refusal.ts'
import { fieldMeant } from './did-you-mean.ts'

z.config(en())

/** So many unknown fields are told with a suggestion: a person mistypes a few, and each is compared with every known one. */
const MEANT_MAX = 8

/**
 * What a schema finds wrong about a value, in our words, which say what to do; those of a schema of ours stand. With the
 * schema, a field that is not known is told with the one that was most likely meant.
 */
export function flawsOf(issue: z.core.$ZodIssue, value: unknown, schema?: z.core.$ZodType): Flaw[] {
  if (issue.code === 'unrecognized_keys') {
    const known = schema === undefined ? [] : fieldsAt(schema, issue.path)
    return issue.keys.map((key, at) => ({
      path: [...issue.path, key].join('.'),
      message: unknownField(key, at < MEANT_MAX ? known : []),
    }))
  }
  return [{ path: issue.path.join('.'), message: messageOf(issue, value) }]
}

function unknownField(name: string, known: readonly string[]): string {
  if (known.includes(name)) return 'does not go with the other fields'
  const meant = fieldMeant(name, known)
  return meant === undefined ? 'is not a known field' : `is not a known field: did you mean "${meant}"?`
}

/** Names of the fields that a schema takes at a place; of one with several forms those of all. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const [first, ...rest] = path
      if (first === undefined) return Object.keys(def.shape)
      const inner = def.shape[String(first)]
      return inner === undefined ? [] : fieldsAt(inner, rest)
    }
    case 'union':
      return [...new Set(def.options.flatMap((option) => fieldsAt(option, path)))]
    case 'array':
      return fieldsAt(def.element, path.slice(1))
    case 'optional':
    case 'nullable':
    case 'default':
      return fieldsAt(def.innerType, path)
    default:
      return []
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address such as ada@example.org',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  url: 'a web address',
}

const FORM = 'has the wrong format'

function messageOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (at(value, issue.path) === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] === undefined ? 'has the wrong type' : `must be ${kinds[issue.expected]}`
    case 'invalid_value':
      return own(issue.message) ?? oneOf(issue.values)
    case 'too_small':
      return own(issue.message) ?? bound('at least', issue.origin, issue.minimum)
    case 'too_big':
      return own(issue.message) ?? bound('at most', issue.origin, issue.maximum)
    case 'invalid_format':
      return own(issue.message) ?? (formats[issue.format] === undefined ? FORM : `must be ${formats[issue.format]}`)
    case 'invalid_union':
      // Only one whose forms a field tells apart says which values that may have.
      return 'options' in issue && issue.options ? oneOf(issue.options) : 'matches none of the accepted forms'
    default:
      return own(issue.message) ?? FORM
  }
}

/** A message that a schema of ours brought along. */
function own(message: string): string | undefined {
  return /^(Invalid|Too|Unrecognized|Expected)\b/.test(message) ? undefined : message
}

function oneOf(values: readonly unknown[]): string {
  const all = values.map((each) => JSON.stringify(each)).join(', ')
  return values.length === 1 ? `must be ${all}` : `must be one of ${all}`
}

function bound(which: string, origin: string, count: number | bigint): string {
  if (origin !== 'string' && origin !== 'array') return `must be ${which} ${count}`
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['item', 'items']
  return `must have ${which} ${count} ${Number(count) === 1 ? one : many}`
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)
}
