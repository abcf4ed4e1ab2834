import { sql } from 'kysely'
import { endpoints } from '#shared/api/endpoints.ts'
import { refusalsOf } from '#shared/api/kit/endpoint.ts'
import { type RefusalCode, statuses } from '#shared/refusal-codes.ts'
import { createApp } from '../../../gateway/app.ts'
import { createTester, createTestWorld, type TestWorld } from '../../../gateway/testing/test-world.ts'
import { inSession } from '../../../gateway/testing/visitor.ts'
import { createRandom } from '../random.ts'
import { type Credentials, type FuzzRequest, generate } from './requests.ts'
import type { Pools } from './values.ts'

export type Fuzzed = {
  sent: number
  /** Requests that a standards-conforming client cannot even build. */
  unsendable: number
  byStatus: Map<number, number>
  /** The answer that took longest. */
  slowest: { ms: number; of: string }
  /** What no answer may be: a 500, a hang, an answer that is not declared, a state changed by a refusal. */
  flaws: Map<string, { count: number; example: FuzzRequest }>
}

/** Beside much else on the machine an answer may take seconds. */
const HANG_MS = 120_000
/** The world's clock moves on by this much per request. */
const TICK_MS = 20
const LEARN_EVERY = 100
const TELL_EVERY = 10_000

/** Sends requests over all endpoints, generated from the endpoints, into the app on the fake chain. */
export async function fuzz(seed: string, requests: number, told: (sent: number) => void = () => {}): Promise<Fuzzed> {
  const random = createRandom(`${seed}/fuzz`)
  const world = await createTestWorld({
    SOTTO_LIMIT_READS: '1000000',
    SOTTO_LIMIT_WRITES: '1000000',
    SOTTO_LIMIT_FAUCET: '100000000000',
    SOTTO_LIMIT_GAS: '1000000',
    SOTTO_LIMIT_LOGINS: '1000000',
  })
  const app = createApp(world)
  const { pools, credentials, renew } = await populate(world, app)
  await watch(world)
  const done: Fuzzed = { sent: 0, unsendable: 0, byStatus: new Map(), slowest: { ms: 0, of: '' }, flaws: new Map() }

  for (let index = 0; done.sent < requests; index++) {
    if (index % LEARN_EVERY === 0) await learn(world, pools)
    if (index % TELL_EVERY === 0) told(done.sent)
    world.clock.pass(TICK_MS)
    const asked = generate(random, pools, credentials)
    const before = await stateOf(world)
    const name = `${endpoints[asked.endpoint].method} ${endpoints[asked.endpoint].path}`
    const begun = performance.now()
    const answer = await ask(app, asked)
    const ms = Math.round(performance.now() - begun)
    if (ms > done.slowest.ms) done.slowest = { ms, of: name }
    if (answer === 'unsendable') {
      done.unsendable += 1
      continue
    }
    done.sent += 1
    const flaw = answer === 'hang' ? `no answer within ${HANG_MS} ms` : await judge(asked, answer, before, world)
    // A fuzzed request may have signed out: the same credential object gets a session again.
    if (answer !== 'hang' && answer.status === 401 && asked.headers.cookie !== undefined) await renew()
    if (answer !== 'hang') done.byStatus.set(answer.status, (done.byStatus.get(answer.status) ?? 0) + 1)
    if (flaw !== undefined) note(done, `${name}: ${flaw}`, asked)
  }
  return done
}

type App = ReturnType<typeof createApp>

type Populated = { pools: Pools; credentials: Credentials; renew(): Promise<void> }

async function populate(world: TestWorld, app: App): Promise<Populated> {
  const mine = await createTester(world, {}, app)
  const other = await createTester(world, {}, app)
  const walletIds: string[] = []
  const addresses = [`0x${'1'.repeat(40)}`, `0x${'0'.repeat(40)}`, world.chain.tokens.stable.address, '0x12', '0xZZ']
  for (const label of ['one', 'two']) {
    const { wallet } = await mine.api.createWallet({ type: 'custodial', label })
    await mine.api.fund({ walletId: wallet.id, amount: '1000' })
    await mine.api.mint({ walletId: wallet.id, amount: '500' })
    walletIds.push(wallet.id)
    addresses.push(wallet.address, wallet.address.toLowerCase())
  }
  const { wallet: foreign } = await other.api.createWallet({ type: 'custodial' })
  const { transaction } = await other.api.fund({ walletId: foreign.id })
  const reader = await createTester(world, { accountId: mine.accountId, scopes: ['read'] }, app)
  const limited = await createTester(world, { accountId: mine.accountId, walletIds: walletIds.slice(0, 1) }, app)
  const pools = { walletIds, transactionIds: [], foreignIds: [foreign.id, transaction.id], addresses }
  const keys = [mine.apiKey, mine.apiKey, mine.apiKey, reader.apiKey, limited.apiKey]
  const session = { cookie: '' }
  const renew = async () => {
    session.cookie = (await inSession(world, mine)).cookie
  }
  await renew()
  return { pools, credentials: { keys: keys.map((key) => ({ authorization: `Bearer ${key}` })), session }, renew }
}

/** Some of the transactions that were made meanwhile. */
async function learn(world: TestWorld, pools: Pools): Promise<void> {
  const rows = await world.db.selectFrom('transactions').select('id').orderBy('createdAt', 'desc').limit(20).execute()
  pools.transactionIds = rows.map(({ id }) => id)
}

type State = { changes: number; sent: number }

/**
 * What may change beside a refusal: a record of it, what a balance that it asked about decrypts to, and what the scan for money
 * that comes in finds, which an earlier read began.
 */
const records = new Set(['plaintexts', 'events', 'login_attempts', 'scanned_blocks', 'arrivals'])
const lastSeen = /^last_\w+_at$/

/** From now on every change of a table that is no record counts, wherever in the gateway it is made. */
async function watch({ db }: TestWorld): Promise<void> {
  await sql`create temp table watched (what text)`.execute(db)
  const tables = await sql<{ name: string }>`select name from main.sqlite_master where type = 'table'`.execute(db)
  for (const { name } of tables.rows.filter((table) => !records.has(table.name))) {
    const columns = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(db)
    const kept = columns.rows.filter((column) => !lastSeen.test(column.name)).map((column) => `"${column.name}"`)
    for (const event of ['insert', 'delete', `update of ${kept.join()}`]) {
      const trigger = `"watch ${name} ${event.slice(0, 6)}"`
      // The seal of the newest event lies among the secrets.
      const when = name === 'secrets' && event !== 'delete' ? "when new.name <> 'events-head'" : ''
      const text = `create temp trigger ${trigger} after ${event} on main."${name}" ${when}
        begin insert into watched values ('${event.slice(0, 6)} ${name}'); end`
      await sql.raw(text).execute(db)
    }
  }
}

/** Changes so far, and bytes ever handed to the chain. */
async function stateOf(world: TestWorld): Promise<State> {
  const { rows } = await sql<{ changes: number }>`select count(*) as changes from watched`.execute(world.db)
  return { changes: rows[0]?.changes ?? 0, sent: world.chain.broadcasts.length }
}

/** The changes after a state, in words; empty where nothing changed. */
async function changesSince(before: State, world: TestWorld): Promise<string> {
  const { rows } = await sql<{ what: string }>`select what from watched where rowid > ${before.changes}`.execute(
    world.db,
  )
  const sent = world.chain.broadcasts.length - before.sent
  return [...new Set(rows.map(({ what }) => what)), ...(sent === 0 ? [] : [`${sent} broadcast`])].join(', ')
}

async function ask(app: App, asked: FuzzRequest): Promise<Response | 'hang' | 'unsendable'> {
  const init: RequestInit = { method: asked.method, headers: asked.headers }
  if (asked.body !== undefined && !['GET', 'HEAD'].includes(asked.method)) init.body = asked.body
  let built: Request
  try {
    built = new Request(new URL(asked.path, 'http://127.0.0.1'), init)
  } catch {
    return 'unsendable'
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'hang'>((resolve) => {
    timer = setTimeout(resolve, HANG_MS, 'hang')
  })
  return Promise.race([Promise.resolve(app.request(built)), late]).finally(() => clearTimeout(timer))
}

/** What is wrong with an answer; undefined where nothing is. */
async function judge(asked: FuzzRequest, answer: Response, before: State, world: TestWorld) {
  const { status } = answer
  // A stream has no end of its own: that it began is its answer.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return undefined
  }
  const text = await answer.text()
  if (status >= 500 && status !== 502) return `answers ${status}: ${text.slice(0, 200)}`
  const changes = status >= 400 && status < 500 ? await changesSince(before, world) : ''
  if (changes !== '') return `answers ${status} and changes the state: ${changes}`
  const endpoint = endpoints[asked.endpoint]
  if (asked.method !== endpoint.method || status < 400 || text === '') return undefined
  const code = codeIn(text)
  if (code === undefined) return `answers ${status} without an envelope: ${text.slice(0, 100)}`
  if (statuses[code] !== status) return `answers ${status} with ${code}`
  const allowed: RefusalCode[] = [...refusalsOf(endpoint), 'not_found']
  return allowed.includes(code) ? undefined : `answers ${code}, which it does not declare`
}

function codeIn(text: string): RefusalCode | undefined {
  try {
    const { ok, error } = JSON.parse(text) as { ok?: unknown; error?: { code?: string } }
    return ok === false && error?.code !== undefined && error.code in statuses ? (error.code as RefusalCode) : undefined
  } catch {
    return undefined
  }
}

function note(done: Fuzzed, flaw: string, example: FuzzRequest): void {
  const known = done.flaws.get(flaw)
  const short = { ...example, ...(example.body === undefined ? {} : { body: example.body.slice(0, 300) }) }
  if (known === undefined) done.flaws.set(flaw, { count: 1, example: short })
  else known.count += 1
}
