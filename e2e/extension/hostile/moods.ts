import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Mood, tell } from './gateway.ts'

/** Text that does something wherever it is taken for markup, for a link or for a format. */
export const SCRIPT =
  '<img src=x onerror="window.pwned=1"><script>window.pwned=2</script>"><svg onload=window.pwned=3>' +
  'javascript:window.pwned=4 \u202Eevil\u0000\u200F %s {{7*7}}'

type Change = (key: string, value: unknown) => unknown

/** The honest answer with every value in it changed. A change that answers `undefined` leaves a value as it is. */
function twisted(change: Change): Mood {
  return async (response, { honest }) => {
    const answer = await honest()
    tell(response, { ...answer, json: twist(answer.json, change) })
  }
}

function twist(value: unknown, change: Change, key = ''): unknown {
  const changed = change(key, value)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map((each) => twist(each, change, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, twist(each, change, name)]))
}

const texts = ['label', 'name', 'company', 'token', 'error', 'externalId', 'network', 'detail', 'userAgent', 'prefix']
const times = ['createdAt', 'updatedAt', 'lastLoginAt', 'lastUsedAt', 'lastSeenAt', 'expiresAt', 'at', 'issuedAt']
const isText = (value: unknown): value is string => typeof value === 'string'

/** In place of `data`: everything that JSON can say. */
const shapes: unknown[] = [
  null,
  [],
  {},
  'text',
  0,
  true,
  { wallets: null, balances: {}, items: 'many', transaction: [] },
  { wallets: [null], balances: [{}], items: [{}], transaction: {}, page: '1', total: null },
  JSON.parse('{"__proto__":{"wallets":[]},"constructor":{"prototype":{}}}'),
]
let turn = 0

const documents = [
  '<!doctype html><script>window.pwned=6</script>',
  '',
  '{"ok":true,"data":',
  '[]',
  'null',
  '{"ok":"yes"}',
  '{"ok":false}',
  '{"ok":false,"error":"no"}',
]

const refusals = ['__proto__', 'constructor', 'toString', 'validation_error', 'rate_limited', 'internal_error']

const WALLETS = 10_000
const many = <T extends { id?: string }>(one: T): T[] =>
  Array.from({ length: WALLETS }, (_, number) => ({ ...one, id: `w${number}`, label: `Wallet ${number}` }))

function manyWallets(key: string, value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return undefined
  if (key === 'wallets') return many(value[0])
  if (key === 'balances') return many(value[0].wallet).map((wallet) => ({ ...value[0], wallet }))
  return key === 'items'
    ? Array.from({ length: WALLETS }, (_, number) => ({ ...value[0], id: `t${number}` }))
    : undefined
}

/** Whatever a gateway may do that is broken, or in bad hands. */
export const moods: Record<string, Mood> = {
  'answers of another shape': async (response) =>
    tell(response, { status: 200, headers: {}, json: { ok: true, data: shapes[turn++ % shapes.length] } }),

  'answers that are no JSON of Sotto': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(documents[turn++ % documents.length]),

  'script in labels, tokens and messages': twisted((key, value) => {
    if (texts.includes(key) && isText(value)) return SCRIPT
    if (['label', 'externalId', 'error'].includes(key) && value === null) return SCRIPT
    return key === 'total' && typeof value === 'object' ? { amount: SCRIPT, currency: 'USD' } : undefined
  }),

  'refusals that nobody knows, with script in them': (response) => {
    const code = refusals[turn++ % refusals.length]
    const details = ['__proto__', 'amount', 'to'].map((path) => ({ path, message: SCRIPT.repeat(1_000) }))
    const json = { ok: false, error: { code, message: SCRIPT.repeat(1_000), details } }
    tell(response, { status: 400, headers: { 'retry-after': '9'.repeat(40) }, json })
  },

  'ten thousand wallets and transactions': twisted(manyWallets),

  'labels of a megabyte': twisted((key, value) =>
    ['label', 'externalId', 'token'].includes(key) && isText(value) ? 'W'.repeat(1_000_000) : undefined,
  ),

  'times from the future': twisted((key, value) =>
    times.includes(key) && isText(value) ? '9999-12-31T23:59:59.999Z' : undefined,
  ),

  'times from the beginning': twisted((key, value) =>
    times.includes(key) && isText(value) ? '0001-01-01T00:00:00Z' : undefined,
  ),

  'amounts of sixty digits': twisted((key, value) => (key === 'amount' && isText(value) ? '9'.repeat(60) : undefined)),

  'counts that cannot be': twisted((key, value) =>
    ['total', 'page', 'pageSize'].includes(key) && typeof value === 'number' ? -1e300 : undefined,
  ),

  'answers without an end': async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const piece = ' '.repeat(256 * 1024)
    while (!response.destroyed)
      if (!response.write(piece)) await once(response, 'drain', { signal: AbortSignal.timeout(50) }).catch(() => {})
  },

  'answers a byte at a time': async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    while (!response.destroyed) {
      response.write('{')
      await sleep(500)
    }
  },

  'no answer ever': () => undefined,
}
