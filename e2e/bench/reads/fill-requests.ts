import { randomBytes } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { sealText, sealUnits } from '../../../gateway/crypto/amounts.ts'
import type { TestWorld } from '../../../gateway/testing/test-world.ts'

type Filled = { rows: number; accountId: string; walletId: string; webhookId: string }

/** Writes requests, their payments, events and deliveries straight into a database. Of ten requests eight are paid, at addresses of their own, and collected; one was taken back, and one is open. */
export function fill(
  { keys, newId, clock }: TestWorld,
  file: string,
  { rows, accountId, walletId, webhookId }: Filled,
): void {
  const sqlite = new Sqlite(file)
  sqlite.pragma('cache_size = -2000000')
  // Made anew of what is there they take a tenth of the time.
  const indexes = sqlite
    .prepare("select name, sql from sqlite_master where type = 'index' and sql is not null")
    .all() as { name: string; sql: string }[]
  for (const { name } of indexes) sqlite.exec(`drop index ${name}`)
  const insert = (table: string, columns: string) =>
    sqlite.prepare(`insert into ${table} (${columns}) values (${columns.replace(/\w+/g, '?')})`)
  const wallet = insert('wallets', 'id, account_id, address, type, is_primary, created_at, archived_at, for_request')
  const request = insert(
    'requests',
    'id, account_id, wallet_id, status, external_id, token_hash, content, expires_at, created_at, updated_at',
  )
  const transaction = insert(
    'transactions',
    'id, account_id, wallet_id, type, status, amount, token, confidential, request_id, owed, created_at, updated_at',
  )
  const arrival = insert(
    'arrivals',
    'transaction_id, wallet_id, tx_hash, token, position, block_number, block_hash, log_index',
  )
  const news = insert('outbox', 'account_id, sequence, kind, subject, wallet_id, status, created_at')
  const delivery = insert(
    'webhook_deliveries',
    'webhook_id, event_id, sequence, type, subject, wallet_id, subject_status, created_at, state, tries, next_at',
  )
  const [{ sequence }] = sqlite.prepare('select sequence from outbox_heads where account_id = ?').all(accountId) as [
    { sequence: number },
  ]
  const end = clock.now() - 60_000
  // All of it within the time for which news are kept.
  const start = end - 70 * 3_600_000
  const secret = () => randomBytes(16).toString('base64url')
  const hash = () => `0x${randomBytes(32).toString('hex')}`
  let [waiting, last] = [0, sequence]
  const one = (row: number) => {
    const id = newId()
    const at = Math.floor(start + ((end - start) * row) / rows)
    const status = row % 10 < 8 ? 'PAID' : row % 10 === 8 ? 'CANCELLED' : 'OPEN'
    const address = `0x${randomBytes(20).toString('hex')}`
    wallet.run(id, accountId, address, 'CUSTODIAL', 0, at, at, 1)
    const link = secret()
    const amounts = { asked: '5000000', received: '5000000', atEnd: '5000000', told: '5000000' }
    const said = { accountId, walletId, address, isOwn: true, token: 'STABLE', label: null, memo: null, secret: link }
    const content = sealText(
      keys,
      { table: 'requests', column: 'content', row: id },
      JSON.stringify({ ...said, ...amounts }),
    )
    const expiresAt = status === 'OPEN' ? end + 7 * 86_400_000 + row : null
    const hashed = keys.hash('request-link', link)
    request.run(id, accountId, walletId, status, `invoice ${row}`, hashed, content, expiresAt, at, at)
    if (status === 'PAID')
      for (const type of ['RECEIVE', 'TRANSFER']) {
        const own = newId()
        const amount = sealUnits(keys, { table: 'transactions', column: 'amount', row: own }, 5_000_000n)
        transaction.run(own, accountId, id, type, 'SETTLED', amount, 'STABLE', 0, id, 0, at, at)
        if (type === 'RECEIVE') arrival.run(own, id, hash(), 'STABLE', 0, 1, hash(), row)
      }
    last += 1
    news.run(accountId, last, 'request', id, walletId, 'paid', at)
    const waits = row % 100 === 0 && waiting < 10_000
    if (waits) waiting += 1
    const state = waits ? 'waiting' : row % 50 === 1 ? 'failed' : 'delivered'
    const nextAt = waits ? clock.now() + 86_400_000 : null
    delivery.run(
      webhookId,
      `${last}-${link.slice(0, 10)}`,
      last,
      'request.paid',
      id,
      walletId,
      'paid',
      at,
      state,
      1,
      nextAt,
    )
  }
  sqlite.transaction(() => {
    for (let row = 0; row < rows; row++) one(row)
    sqlite.prepare('update outbox_heads set sequence = ? where account_id = ?').run(last, accountId)
    sqlite
      .prepare('update webhooks set position = ?, waiting = ?, next_at = ? where id = ?')
      .run(last, waiting, clock.now() + 86_400_000, webhookId)
    const total = sqlite.prepare(
      'insert into request_totals (account_id, wallet_id, status, count) values (?, ?, ?, ?)',
    )
    for (const [status, part] of [
      ['PAID', 0.8],
      ['CANCELLED', 0.1],
      ['OPEN', 0.1],
    ] as const)
      total.run(accountId, walletId, status, rows * part)
  })()
  for (const { sql } of indexes) sqlite.exec(sql)
  sqlite.close()
}
