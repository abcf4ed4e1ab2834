import { sql } from 'kysely'
import type { Client } from '#shared/client.ts'
import type { Transaction } from '#shared/model/transaction.ts'
import type { Scope } from '#shared/model/user.ts'
import { createAccount } from '../../../gateway/accounts/create-account.ts'
import { setDisabled } from '../../../gateway/accounts/store.ts'
import { createApiKey } from '../../../gateway/auth/credentials/api-keys.ts'
import { startSession } from '../../../gateway/auth/credentials/sessions.ts'
import type { Store } from '../../../gateway/cli/open-store.ts'
import { newId } from '../../../gateway/world/new-id.ts'
import { type Detour, startDetour } from '../../harness/detour.ts'
import { clientOf, type Gateway, settled, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { openPostgres } from '../../harness/postgres.ts'
import { withStore } from '../../harness/store.ts'
import { startTestnet, type Testnet } from '../../harness/testnet.ts'

/**
 * `sound`: nothing is wrong. `hasty`: does not wait for receipts, and reaches the chain over a detour that can be cut.
 * `strict`: every limit is one. `broken`: its tables are gone. `unconfigured`: on a live network, without its settings.
 */
export type Condition = 'sound' | 'hasty' | 'strict' | 'broken' | 'unconfigured'

export type KeySettings = { scopes?: Scope[]; disabled?: boolean }

/** A session of another account than the actor's, of so many milliseconds ago, or of an account that was given its password. */
export type SessionSettings = { accountId?: string; agoMs?: number; mustChange?: true }

/** An account at a gateway, and what it needs to make calls that succeed. */
export type Actor = {
  url: string
  accountId: string
  email: string
  password: string
  apiKey: string
  api: Client
  /** Two custodial wallets; the first holds money where the gateway's chain can be reached. */
  wallet: string
  other: string
  /** A key of a new account. */
  newKey(settings?: KeySettings): Promise<string>
  /** The cookie of a new session, of this account unless told otherwise. */
  newSession(settings?: SessionSettings): Promise<Cookie>
  /** Opens the gateway's database beside it. */
  inStore: InStore
  /** An account with the same password. */
  newAccount(): Promise<{ id: string; email: string }>
}

type InStore = <T>(work: (store: Store) => Promise<T>) => Promise<T>

export type Cookie = { cookie: string }

export type Stage = {
  testnet: Testnet
  /** The gateway in this condition, started when it is first asked for. */
  actor(condition: Condition): Promise<Actor>
  /** Does something while the `hasty` gateway cannot reach the chain. */
  severed<T>(work: (actor: Actor) => Promise<T>): Promise<T>
  /** Does something while blocks are not made, and the `hasty` gateway's payments stay pending. */
  pending<T>(work: (actor: Actor) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const UNCONFIGURED = { SOTTO_NETWORK: 'sepolia' }
const PASSWORD = 'correct horse battery staple'

/** What runs the gateways, and where they keep their rows. */
export type StageOptions = {
  /** With its own flags, where data are in this folder; this Node where absent. */
  runtime?: (folder: string) => string[]
  /** SQLite where absent. On PostgreSQL each gateway has a database of its own. */
  engine?: 'sqlite' | 'postgres'
}

export async function openStage({ runtime, engine = 'sqlite' }: StageOptions = {}): Promise<Stage> {
  const folder = temporaryFolder()
  const [testnet, postgres] = await Promise.all([
    startTestnet(folder.path),
    engine === 'postgres' ? openPostgres() : undefined,
  ])
  const detour: Detour = await startDetour(testnet.info.rpcUrl)
  const gateways: Gateway[] = []
  const actors = new Map<Condition, Promise<Actor>>()

  const environments: Record<Condition, () => Record<string, string> | Promise<Record<string, string>>> = {
    sound: () => testnet.environment(),
    hasty: async () => ({
      ...testnet.environment({ rpcUrl: detour.url }),
      SOTTO_OPERATOR_KEY: await testnet.newOperator(),
      SOTTO_RECEIPT_WAIT_MS: '0',
    }),
    strict: () => ({
      ...testnet.environment(),
      SOTTO_LIMIT_READS: '1',
      SOTTO_LIMIT_WRITES: '1',
      SOTTO_LIMIT_LOGINS: '1',
    }),
    broken: () => testnet.environment(),
    unconfigured: () => UNCONFIGURED,
  }

  async function start(condition: Condition): Promise<Actor> {
    const dataDir = `${folder.path}/${condition}`
    const run = runtime === undefined ? {} : { runtime: runtime(folder.path) }
    const database = postgres === undefined ? {} : { DATABASE_URL: await postgres.newDatabase() }
    const env = { ...(await environments[condition]()), ...database }
    const gateway = await startGateway({ dataDir, env, ...run })
    gateways.push(gateway)
    const network = condition === 'unconfigured' ? UNCONFIGURED : {}
    const inStore: InStore = (work) => withStore(dataDir, work, { ...network, ...database })
    const actor = await enrol(gateway, inStore, condition)
    if (condition === 'sound' || condition === 'hasty') await provide(actor)
    if (condition === 'broken') await loseTables(inStore)
    return actor
  }

  function actor(condition: Condition): Promise<Actor> {
    const known = actors.get(condition)
    if (known !== undefined) return known
    const made = start(condition)
    actors.set(condition, made)
    return made
  }

  return {
    testnet,
    actor,
    async severed(work) {
      const hasty = await actor('hasty')
      detour.cut()
      return work(hasty).finally(() => detour.mend())
    },
    async pending(work) {
      const hasty = await actor('hasty')
      await testnet.controls.setAutomine(false)
      return work(hasty).finally(() => testnet.controls.setAutomine(true))
    },
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await detour.close()
      await testnet.stop()
      await postgres?.stop()
      folder.remove()
    },
  }
}

/** Where a session comes from that no browser began. */
const nowhere = {
  address: '127.0.0.1',
  host: '',
  port: 0,
  origin: undefined,
  site: undefined,
  userAgent: null,
  token: undefined,
  audit: {},
}

async function enrol(gateway: Gateway, inStore: InStore, condition: Condition): Promise<Actor> {
  async function account(disabled = false) {
    return inStore(async (store) => {
      const made = await createAccount(store, `${newId()}@example.org`, PASSWORD)
      if (disabled) await setDisabled(store.db, store.keys, made.id, store.clock.now())
      return made
    })
  }
  async function newKey({ scopes, disabled }: KeySettings = {}): Promise<string> {
    const { id: accountId } = await account(disabled)
    const request = { accountId, label: 'conformance', ...(scopes === undefined ? {} : { scopes }) }
    return (await inStore((store) => createApiKey(store, request))).secret
  }

  function newSession({ accountId: id = accountId, agoMs = 0, mustChange }: SessionSettings = {}): Promise<Cookie> {
    return inStore(async (store) => {
      if (mustChange)
        await store.db.updateTable('accounts').set({ mustChangePassword: 1 }).where('id', '=', id).execute()
      const clock = { ...store.clock, now: () => store.clock.now() - agoMs }
      const { token } = await startSession({ ...store, clock }, id, nowhere)
      return { cookie: `sotto_session=${token}` }
    })
  }

  const { id: accountId, email } = await account()
  const { secret: apiKey } = await inStore((store) => createApiKey(store, { accountId, label: 'conformance' }))
  const api = clientOf(gateway, apiKey)
  const newWallet = async () => (await api.createWallet({ type: 'custodial' })).wallet.id
  const [wallet, other] = condition === 'strict' ? ['none', 'none'] : [await newWallet(), await newWallet()]
  return {
    url: gateway.url,
    accountId,
    email,
    password: PASSWORD,
    apiKey,
    api,
    wallet,
    other,
    newKey,
    newSession,
    inStore,
    newAccount: () => account(),
  }
}

async function provide({ api, wallet }: Actor): Promise<void> {
  const fund = await api.fund({ walletId: wallet, amount: '100' })
  requireSettled(await settled(api, fund.transaction.id))
  const mint = await api.mint({ walletId: wallet, amount: '60' })
  requireSettled(await settled(api, mint.transaction.id))
}

function requireSettled({ type, status, error }: Transaction): void {
  if (status !== 'SETTLED') throw new Error(`${type} is ${status}: ${error}`)
}

async function loseTables(inStore: InStore): Promise<void> {
  await inStore(async ({ db }) => {
    for (const { name } of await db.introspection.getTables()) {
      await sql`alter table ${sql.table(name)} rename to ${sql.table(`lost_${name}`)}`.execute(db)
    }
  })
}
