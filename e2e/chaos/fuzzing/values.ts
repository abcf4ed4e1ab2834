import type { Random } from '../random.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonSchema = {
  type?: string
  enum?: Json[]
  const?: Json
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
}

/** Things that exist, so that a generated request can be about something. */
export type Pools = { walletIds: string[]; transactionIds: string[]; foreignIds: string[]; addresses: string[] }

const amounts = ['1', '0.000001', '2.5', '100', '1000', '18446744073709.551615', '18446744073709.551616']
const brokenAmounts = ['0', '-1', '+1', '1e3', '01', '1.', '.5', '1.0000001', ' 1', '1 ', '0x10', 'NaN', '١', '1,5', '']

/** A value that a schema asks for, or nearly so. */
export function fitting(schema: JsonSchema, name: string, pools: Pools, random: Random): Json {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return random.pick(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return fitting(random.pick(options), name, pools, random)
  switch (schema.type) {
    case 'object':
      return fields(schema, pools, random)
    case 'array':
      return Array.from({ length: random.between(0, 3) }, () => fitting(schema.items ?? {}, name, pools, random))
    case 'string':
      return text(name, pools, random)
    case 'number':
    case 'integer':
      return random.pick([0, 1, 20, 100, 101, -1, 1.5, 1e21])
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return anything(random)
  }
}

function fields(schema: JsonSchema, pools: Pools, random: Random): Json {
  const required = new Set(schema.required)
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || random.chance(0.5))
  return Object.fromEntries(kept.map(([name, inner]) => [name, fitting(inner, name, pools, random)]))
}

function text(name: string, pools: Pools, random: Random): string {
  if (random.chance(0.1)) return strange(random)
  if (/walletid/i.test(name)) return random.pick([...pools.walletIds, ...pools.foreignIds.slice(0, 1)])
  if (name === 'amount') return random.pick(random.chance(0.7) ? amounts : brokenAmounts)
  if (name === 'to' || name === 'address') return random.pick(pools.addresses)
  if (name === 'token') return random.pick(['STABLE', 'cSTABLE', 'stable', 'ETH'])
  if (name === 'type') return random.pick(['custodial', 'external', 'REDEEM', 'FUND', 'fund'])
  if (name === 'from') return random.pick(['2026-01-01T00:00:00Z', '2026-01-01', 'yesterday', '9999-12-31T23:59:59Z'])
  if (/page/i.test(name)) return random.pick(['1', '2', '100', '0', '-1', '101', '1.5', '999999999', '9999999999', ''])
  return random.pick(['till', 'rent', 'x', 'a'.repeat(100), 'a'.repeat(101)])
}

const strangers = [
  '',
  ' ',
  '\u0000',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\u202egnp.exe',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '👩‍👩‍👧‍👦',
  '\ud800',
  '\udfff\ud800',
  'é',
  'é',
  '\r\nX-Injected: 1',
  '{"a":1}',
  '9'.repeat(400),
  '1e400',
]

/** Text as people and attackers send it. */
export function strange(random: Random): string {
  if (random.chance(0.05)) return random.pick(['a', 'é', '👍', '\\', '"']).repeat(random.pick([1_000, 20_000, 70_000]))
  return random.pick(strangers)
}

/** Any JSON, up to a few levels deep. */
export function anything(random: Random, depth = 3): Json {
  const leaf = random.pick<() => Json>([
    () => null,
    () => random.chance(0.5),
    () => random.pick([0, -0, 1, -1, 1e308, 2 ** 53, 0.1]),
    () => strange(random),
  ])
  if (depth === 0 || random.chance(0.6)) return leaf()
  if (random.chance(0.5)) return Array.from({ length: random.between(0, 4) }, () => anything(random, depth - 1))
  const names = Array.from({ length: random.between(0, 4) }, () =>
    random.pick(['a', 'walletId', 'amount', '__proto__', '']),
  )
  return Object.fromEntries(names.map((name) => [name, anything(random, depth - 1)]))
}
