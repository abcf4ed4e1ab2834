import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { invalid, messages as refusals } from '#shared/refusal.ts'
import { explain } from './cli/explain.ts'
import { readConfig } from './config/config.ts'
import { variables } from './config/variables.ts'
import { flawsOf } from './flaws.ts'

/** What a validator says to its programmer, and nobody else. */
const JARGON =
  /expected|received|invalid (input|option|key|string|type)|too (small|big)|\bNaN\b|undefined|regex|pattern|zod|discriminator|=>|<=|>=|\/\^/i

const odd: unknown[] = [
  undefined,
  null,
  0,
  -1,
  1.5,
  Number.NaN,
  1e300,
  true,
  '',
  ' ',
  'x',
  'x'.repeat(20_000),
  '\u0000',
  '2026-13-40',
  '-1',
  '1e9',
  '0x',
  [],
  ['x'],
  [[]],
  [null],
  Array.from({ length: 2_000 }, () => 'x'),
  {},
  { x: 1 },
  { __proto__: null },
]

/** A whole input with one odd field at a time, and odd things in place of the whole. */
function inputs(schema: z.ZodMiniType): unknown[] {
  const fields = 'shape' in schema.def ? Object.keys(schema.def.shape as object) : []
  return [...odd, ...fields.flatMap((name) => odd.map((value) => ({ [name]: value })))]
}

/** What an English-speaking developer would stumble over. */
const ODD = /\ba text\b|\ba list\b|something else|none of the forms|twice|can be seen|it must have|\bmend/i

function messages(schema: z.ZodMiniType): string[] {
  const said = inputs(schema).flatMap((value) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? [] : parsed.error.issues.flatMap((issue) => flawsOf(issue, value))
  })
  return [...new Set(said.map(({ message }) => message))]
}

describe('no user is told anything in a validator’s jargon', () => {
  const schemas = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { body, query }]) => [
    ...(body === undefined ? [] : [[`${name}: body`, body] as const]),
    ...(query === undefined ? [] : [[`${name}: query`, query] as const]),
  ])
  test.each(schemas)('%s', (name, schema) => {
    const said = messages(schema)
    // One endpoint takes whatever it is given.
    if (name !== 'postSandbox: body') expect(said.length).toBeGreaterThan(0)
    // The names of values are the API's own.
    const words = said.map((message) => message.replace(/"[^"]*"/g, ''))
    expect(words.filter((message) => JARGON.test(message) || ODD.test(message))).toEqual([])
  })

  test('a value that is to choose among forms is told with those that do', () => {
    const { body } = endpoints.createWallet
    const [value, path] = [{ type: 'Custodial' }, 'type']
    const said = body.safeParse(value).error?.issues.flatMap((issue) => flawsOf(issue, value, body))
    expect(said).toEqual([{ path, message: 'must be one of "custodial", "external"' }])
  })

  test.each(Object.keys(variables).filter((name) => name !== 'DATABASE_URL'))('%s', (name) => {
    const said = odd.flatMap((value) => {
      try {
        readConfig({ [name]: typeof value === 'string' ? value : JSON.stringify(value) })
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    })
    for (const message of said) expect(message).toMatch(new RegExp(`^${name}: `))
    expect(said.filter((message) => JARGON.test(message))).toEqual([])
  })

  test('refusals of the catalogue are whole sentences', () => {
    for (const message of Object.values(refusals)) {
      expect(message).toMatch(/^[A-Z].*\.$/)
      expect(message).not.toMatch(JARGON)
      expect(message).not.toMatch(ODD)
    }
  })

  test.each([
    [
      Object.assign(new Error('ENOENT: no such file or directory, open'), { code: 'ENOENT', path: '/x' }),
      '/x: There is no such file or folder.',
    ],
    [
      Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', address: '::1', port: 7 }),
      '::1:7: Another program listens there; stop it, or choose another SOTTO_PORT.',
    ],
    [new Error('Ours.'), 'Ours.'],
    [invalid('amount', 'must be at most 4'), `${refusals.validation_error}\n  amount must be at most 4`],
  ])('nor in that of the system: %s', (error, said) => {
    expect(explain(error, false)).toBe(said)
  })
})
