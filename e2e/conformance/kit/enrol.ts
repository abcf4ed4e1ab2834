import { sql } from 'kysely'
import type { Transaction } from '#shared/model/transaction.ts'
import { createAccount } from '../../../gateway/accounts/create-account.ts'
import { setDisabled } from '../../../gateway/accounts/store.ts'
import { createApiKey } from '../../../gateway/auth/credentials/api-keys.ts'
import { startSession } from '../../../gateway/auth/credentials/sessions.ts'
import { newId } from '../../../gateway/world/new-id.ts'
import { clientOf, type Gateway, settled } from '../../harness/gateway.ts'
import type { Actor, Condition, Cookie, InStore, KeySettings, SessionSettings } from './actor.ts'

const PASSWORD = 'correct horse battery staple'

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

/** An account of a gateway with a key and two wallets. */
export async function enrol(gateway: Gateway, inStore: InStore, condition: Condition): Promise<Actor> {
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

/** Money for the first wallet. */
export async function provide({ api, wallet }: Actor): Promise<void> {
  const fund = await api.fund({ walletId: wallet, amount: '100' })
  requireSettled(await settled(api, fund.transaction.id))
  const mint = await api.mint({ walletId: wallet, amount: '60' })
  requireSettled(await settled(api, mint.transaction.id))
}

function requireSettled({ type, status, error }: Transaction): void {
  if (status !== 'SETTLED') throw new Error(`${type} is ${status}: ${error}`)
}

/** A database that is there, and whose tables are not. */
export async function loseTables(inStore: InStore): Promise<void> {
  await inStore(async ({ db }) => {
    for (const { name } of await db.introspection.getTables()) {
      await sql`alter table ${sql.table(name)} rename to ${sql.table(`lost_${name}`)}`.execute(db)
    }
  })
}
