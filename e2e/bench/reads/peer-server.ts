import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import Sqlite from 'better-sqlite3'
import { type Context, Hono } from 'hono'
import { formatUnits } from '#shared/model/money.ts'
import { DATABASE_FILE } from '../../../gateway/cli/database-file.ts'
import { openUnits } from '../../../gateway/crypto/amounts.ts'
import type { Keyring, Sealed, TokenHash } from '../../../gateway/crypto/keyring.ts'
import { rowMac } from '../../../gateway/db/sealed/row-macs.ts'
import { newId } from '../../../gateway/world/new-id.ts'
import { withStore } from '../../harness/store.ts'

/**
 * Four reads of the gateway by hand: Hono, better-sqlite3 and its prepared statements, no query builder, no schemas, no layers.
 * It has the same duties on the same database file: hashes the key, holds the rows of key, account and wallets against their
 * MACs, counts the request for key and account, unseals each amount, and prints the same fields and headers.
 */
const [dataDir = '', file = ''] = process.argv.slice(2)
const LIMIT = 1_000_000
const WINDOW_MS = 60_000

type Row = Record<string, string | number | null>
type Variables = { account: Row }

// Opened for its keys alone; they stay in memory.
const keys: Keyring = await withStore(dataDir, async (store) => store.keys)
const db = new Sqlite(file || `${dataDir}/offline/${DATABASE_FILE}`, { readonly: true })

/** Each by the name that the gateway's code has for it, under which it stands in the MACs. */
function columns(table: string): string {
  const found = db.pragma(`table_info(${table})`) as { name: string }[]
  return found.map(({ name }) => `${name} as "${name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}"`).join()
}

const keyBy = db.prepare(`select ${columns('api_keys')} from api_keys where hash = ?`)
const accountBy = db.prepare(`select ${columns('accounts')} from accounts where id = ?`)
const walletsOf = db.prepare(
  `select ${columns('wallets')} from wallets where account_id = ? and archived_at is null order by created_at, id`,
)
const one = db.prepare(`select ${columns('transactions')} from transactions where id = ? and account_id = ?`)
const page = db.prepare(
  `select ${columns('transactions')} from transactions
    where account_id = ? order by created_at desc, id desc limit 20 offset 0`,
)
const total = db.prepare('select sum(count) as total from transaction_totals where account_id = ?')

const counted = new Map<string, number[]>()

/** A sliding window, one entry a request. Returns how many are left. */
function count(key: string, limit: number, now: number): number {
  const times = counted.get(key) ?? []
  counted.set(key, times)
  let old = 0
  while (old < times.length && (times[old] as number) <= now - WINDOW_MS) old++
  if (old > 0) times.splice(0, old)
  times.push(now)
  return limit - times.length
}

function checked(table: 'accounts' | 'apiKeys' | 'wallets', row: Row): Row {
  if (row.mac !== rowMac(keys, table, row as never)) throw new Error(`altered: ${table}`)
  return row
}

const iso = (ms: string | number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())

function transactionOf(row: Row) {
  const place = { table: 'transactions', column: 'amount', row: row.id as string }
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    amount: formatUnits(openUnits(keys, place, row.amount as Sealed)),
    token: row.token,
    txHash: row.txHash,
    cancelledByTxHash: row.cancelledByTxHash,
    settlementTxHash: row.settlementTxHash,
    walletId: row.walletId,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    from: row.fromAddress,
    to: row.toAddress,
    waitingFor: row.waitingFor,
    externalId: row.externalId,
  }
}

const app = new Hono<{ Variables: Variables }>()

app.use(async (c, next) => {
  const host = c.req.header('host') ?? ''
  if (!/^(localhost|127\.\d+\.\d+\.\d+)(:\d+)?$/.test(host)) return refuse(c, 421)
  const [, bearer = ''] = /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  const key = keyBy.get(keys.hash('api-key', bearer) satisfies TokenHash) as Row | undefined
  if (key === undefined || key.revokedAt !== null) return refuse(c, 401)
  checked('apiKeys', key)
  if (!String(key.scopes).split(' ').includes('read')) return refuse(c, 403)
  const account = checked('accounts', accountBy.get(key.accountId) as Row)
  if (account.disabledAt !== null) return refuse(c, 403)
  const now = performance.now()
  const left = Math.min(count(`key:${key.id}`, LIMIT, now), count(`account:${account.id}`, LIMIT * 5, now))
  if (left < 0) return refuse(c, 429)
  c.set('account', account)
  c.header('x-request-id', newId())
  c.header('x-content-type-options', 'nosniff')
  c.header('cache-control', 'no-store')
  c.header('ratelimit-policy', `"reads";q=${LIMIT};w=60`)
  c.header('ratelimit', `"reads";r=${left};t=60`)
  await next()
})

const refuse = (c: Context, status: 401 | 403 | 404 | 421 | 429) => c.json({ ok: false }, status)

app.get('/api/v1/me', (c) => {
  const row = c.get('account')
  const user = {
    id: row.id,
    email: row.email,
    name: row.name,
    company: row.company,
    mustChangePassword: row.mustChangePassword === 1,
    totpEnabled: row.totpConfirmedAt !== null,
    lastLoginAt: iso(row.lastLoginAt),
    createdAt: iso(row.createdAt),
  }
  return c.json({ ok: true, data: { user } })
})

app.get('/api/v1/wallets', (c) => {
  const rows = walletsOf.all(c.get('account').id) as Row[]
  const wallets = rows.map((row) => {
    const { id, address, type, label, isPrimary, createdAt } = checked('wallets', row)
    return { id, address, type, label, isPrimary: isPrimary === 1, createdAt: iso(createdAt) }
  })
  return c.json({ ok: true, data: { wallets } })
})

app.get('/api/v1/transactions/:id', (c) => {
  const row = one.get(c.req.param('id'), c.get('account').id) as Row | undefined
  return row === undefined ? refuse(c, 404) : c.json({ ok: true, data: { transaction: transactionOf(row) } })
})

app.get('/api/v1/transactions', (c) => {
  const { id } = c.get('account')
  const items = (page.all(id) as Row[]).map(transactionOf)
  return c.json({ ok: true, data: { items, page: 1, pageSize: 20, ...(total.get(id) as object) } })
})

const server = createServer(getRequestListener(app.fetch))
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.once('disconnect', () => process.exit())
