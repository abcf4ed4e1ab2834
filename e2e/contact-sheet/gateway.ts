import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { BASE_PATH } from '#shared/api/kit/base.ts'
import { ago, approvals, balances, key, policy, transactions, user, wallets } from './account.ts'
import { batchData } from './scenes/batches.ts'
import { contacts } from './scenes/contacts.ts'
import { paymentRequests, requestVerdict } from './scenes/requests.ts'
import { webhookData } from './scenes/webhooks.ts'

/** How the gateway behaves while a scene is drawn. */
export type Mood = 'well' | 'empty' | 'down' | 'busy' | 'revoked' | 'slow' | 'older' | 'fresh'

export type DrawnGateway = { origin: string; mood: Mood; close(): Promise<void> }

/** A gateway that says the same at every drawing. It is for pictures alone: tests have the real one. */
export async function startDrawnGateway(): Promise<DrawnGateway> {
  const state: { mood: Mood } = { mood: 'well' }
  const server = createServer((request, response) => void answer(state.mood, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    get mood() {
      return state.mood
    },
    set mood(mood) {
      state.mood = mood
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(mood: Mood, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const path = pathname.slice(BASE_PATH.length)
  if (path === '/sandbox') return send(response, 200, probe)
  if (mood === 'down') return void request.socket.destroy()
  if (mood === 'slow') return
  if (mood === 'busy') return refuse(response, 429, 'rate_limited', { 'retry-after': '40' })
  if (mood === 'revoked') return refuse(response, 401, 'invalid_api_key')
  if (mood === 'older' && searchParams.has('direction')) return refuse(response, 400, 'validation_error', {}, unknown)
  if (mood === 'older' && ['/contacts', '/requests', '/batches', '/webhooks'].includes(path))
    return refuse(response, 404, 'not_found')
  if (request.method === 'POST' && path === '/contacts')
    return refuse(response, 409, 'contact_exists', {}, [{ path: 'name', message: saidAlike }], alike)
  const key = request.headers['idempotency-key']
  const body = await text(request)
  const byKey = request.headers.authorization !== undefined
  const data = dataOf({
    method: request.method ?? 'GET',
    path,
    query: searchParams,
    empty: mood === 'empty',
    fresh: mood === 'fresh',
    byKey,
    key,
    body,
  })
  if (data === undefined) return refuse(response, 404, 'not_found')
  send(response, 200, { ok: true, data })
}

const probe = { ok: true, service: 'sotto', version: 'v1', environment: 'sandbox', timestamp: new Date().toISOString() }

type Asked = {
  method: string
  path: string
  query: URLSearchParams
  empty: boolean
  fresh: boolean
  byKey: boolean
  key: unknown
  body: string
}

function dataOf({ method, path, query, empty, fresh, byKey, key, body }: Asked): unknown {
  const [area = '', id = '', part = ''] = path.slice(1).split('/')
  const route = `${method} /${area}${id === '' ? '' : '/{id}'}${part === '' ? '' : `/${part}`}`
  const wallet = wallets.find((each) => each.id === id)
  const transaction = transactions.find((each) => each.id === id)
  const paymentRequest = paymentRequests.find((each) => each.id === id)
  const items = empty || fresh ? [] : transactions.filter((each) => matches(each, query))
  switch (route) {
    case 'GET /wallets':
      return { wallets: empty ? [] : wallets }
    case 'GET /balances':
      return empty ? undefined : { balances: fresh ? balances.slice(3) : balances }
    case 'GET /transactions':
      return { items, page: 1, pageSize: 20, total: items.length }
    case 'GET /transactions/{id}':
      return transaction && { transaction }
    case 'GET /wallets/{id}':
      return wallet && { wallet, balances: balances.find((each) => each.wallet.id === id) }
    case 'GET /wallets/{id}/nota':
    case 'GET /transactions/{id}/nota':
      return { nota: 'eyJ0eXAiOiJub3RhK2FkZHJlc3MtY2FyZCJ9.eyJkcmF3biI6dHJ1ZX0.c2lnbmF0dXJl' }
    case 'POST /nota/{id}':
      return requestVerdict(body) ?? card
    case 'GET /requests':
      return { items: fresh ? [] : paymentRequests, page: 1, pageSize: 20, total: fresh ? 0 : 40 }
    case 'GET /requests/{id}':
      return paymentRequest && { request: paymentRequest }
    case 'GET /gas':
      return { gas: [], gasPrice: { amount: '0.000000001', wei: '1000000000' } }
    case 'POST /mint':
      return { transaction: { ...transactions.find((each) => each.id === 't4'), externalId: key } }
    case 'GET /contacts':
      return { items: empty || fresh ? [] : contacts, next: null }
    case 'GET /approvals':
      return { approvals: empty || fresh ? [] : approvals }
    case 'GET /me':
      return { user }
    default:
      return (
        batchData(route, id, empty || fresh) ??
        webhookData(route, id, empty || fresh) ??
        sessionData(`${method} ${path}`, byKey)
      )
  }
}

function matches(each: (typeof transactions)[number], query: URLSearchParams): boolean {
  const asked = [...query].filter(([name]) => ['walletId', 'type', 'status', 'externalId'].includes(name))
  const direction = query.get('direction') ?? 'out'
  const came = each.type === 'RECEIVE' ? 'in' : 'out'
  if (direction !== 'all' && direction !== came) return false
  return asked.every(([name, value]) => each[name as keyof typeof each] === value)
}

const card = {
  type: 'address-card',
  subject: { address: wallets[2]?.address ?? '', chainId: 11155111, network: 'offline', label: 'Harbour Bakery' },
  issuedAt: ago(600),
  issuer: { fingerprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', trust: 'unknown' },
  valid: true,
  checks: [
    { name: 'signature', result: 'passed', detail: 'The file is as its issuer signed it.' },
    { name: 'wallet', result: 'passed', detail: 'The wallet itself signed this card.' },
    { name: 'issuer', result: 'not_checked', detail: 'This gateway does not know the issuer.' },
  ],
}

const session = { type: 'session', id: 's1', expiresAt: ago(-1_380), signedInAt: ago(2) }

/** What the Security screen asks with its cookie. */
function sessionData(call: string, byKey: boolean): unknown {
  switch (call) {
    case 'GET /auth/session':
      if (byKey) return { user, credential: key }
      return signedIn ? { user, credential: session } : undefined
    case 'POST /auth/login':
      signedIn = true
      return { user, session: { expiresAt: session.expiresAt } }
    case 'POST /auth/logout':
      signedIn = false
      return {}
    case 'GET /policy':
      return { policy }
    case 'GET /api-keys':
      return {
        apiKeys: [
          { ...key, createdAt: ago(60 * 24 * 12), lastUsedAt: ago(1) },
          {
            ...key,
            id: 'k2',
            label: 'Bookkeeping',
            prefix: 'sotto_sk_b7Tz',
            scopes: ['read'],
            createdAt: ago(60 * 24 * 30),
            lastUsedAt: null,
          },
        ],
      }
    case 'POST /api-keys':
      return { apiKey: { ...key, createdAt: ago(0), lastUsedAt: null }, secret: `sotto_sk_${'A'.repeat(43)}` }
    case 'POST /me/totp/recovery-codes':
      return { recoveryCodes: Array.from({ length: 10 }, (_, at) => `k3f9${at}-q7x2m-${at}tz8w`) }
    case 'GET /me/passkeys':
      return { passkeys: [{ id: 'p1', name: 'Laptop', createdAt: ago(9_000), lastUsedAt: ago(300), backedUp: true }] }
    case 'GET /me/sessions':
      return { sessions: [{ ...session, createdAt: ago(2), lastSeenAt: ago(0), userAgent: AGENT, current: true }] }
    case 'GET /me/events':
      return { items: events, page: 1, pageSize: 20, total: events.length }
    default:
      return undefined
  }
}

let signedIn = false
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

const events = [
  { id: 'e1', at: ago(2), type: 'sign_in.password', outcome: 'ok' },
  { id: 'e2', at: ago(55), type: 'money.transfer', outcome: 'ok' },
  { id: 'e3', at: ago(700), type: 'sign_in.password', outcome: 'invalid_credentials' },
].map((event) => ({ ...event, credential: null, address: '127.0.0.1', subject: null }))

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** What a gateway says that knows no direction. */
const unknown = [{ path: 'direction', message: 'is not a known field' }]

const saidAlike = 'looks like “Bob the roofer”, which is another contact'
const alike = `This name ${saidAlike}. Choose one that tells them apart.`

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
  details?: object,
  message = 'As drawn.',
): void {
  send(response, status, { ok: false, error: { code, message, details } }, headers)
}
