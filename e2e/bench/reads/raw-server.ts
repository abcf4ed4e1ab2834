import { createServer } from 'node:http'
import Sqlite from 'better-sqlite3'

/**
 * What is left when everything but the reads is taken away: no credential is hashed, nothing is unsealed, validated,
 * limited or logged. The rows come from the gateway's own database and go out as JSON.
 */
const [file = '', hash = '', id = ''] = process.argv.slice(2)
const db = new Sqlite(file, { readonly: true })
const key = db.prepare('select * from api_keys where hash = ?')
const account = db.prepare('select * from accounts where id = ?')
const one = db.prepare('select * from transactions where id = ? and account_id = ?')
const page = db.prepare('select * from transactions where account_id = ? order by created_at desc, id desc limit 20')
const count = db.prepare('select count(*) as total from transactions where account_id = ?')

function caller(): string {
  const { account_id } = key.get(hash) as { account_id: string }
  return (account.get(account_id) as { id: string }).id
}

const answers: Record<string, () => unknown> = {
  '/sandbox': () => ({ ok: true, service: 'raw', version: 'v1', environment: 'sandbox', timestamp: new Date() }),
  '/transaction': () => ({ ok: true, data: { transaction: one.get(id, caller()) } }),
  '/transactions': () => {
    const owner = caller()
    return { ok: true, data: { items: page.all(owner), ...(count.get(owner) as object), page: 1, pageSize: 20 } }
  },
}

const server = createServer((request, response) => {
  const body = JSON.stringify(answers[request.url ?? '']?.())
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body ?? ''),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.once('disconnect', () => process.exit())
