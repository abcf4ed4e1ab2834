import { Policy } from '#shared/model/policy.ts'
import { invalid, Refusal } from '#shared/refusal.ts'
import { findAccount } from '../accounts/store.ts'
import { auditedChange } from '../auth/audited-change.ts'
import type { Caller } from '../auth/caller.ts'
import { findOwnApiKey } from '../auth/credentials/api-keys.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/database.ts'
import { ownWallet } from '../wallets/own-wallet.ts'
import type { World } from '../world/world.ts'
import { isOverAllotted } from './spent.ts'
import { limitedKeys, openPolicy, setPolicy } from './store.ts'

/** What payments of the account must keep to. */
export async function readPolicy(world: World, { account }: Pick<Caller, 'account'>): Promise<Policy | null> {
  const now = await findAccount(world.db, world.keys, account.id)
  return openPolicy(world.keys, 'account', account.id, now?.policy ?? null)
}

export async function changeAccountPolicy(
  world: World,
  { account }: Caller,
  policy: Policy | null,
  context: RequestContext,
): Promise<void> {
  context.audit.subject = account.id
  await auditedChange(world, context, async (db) => {
    await setPolicy(db, world.keys, 'account', account.id, policy)
    await requireRoom(db, world, account.id)
  })
}

/** Throws `not_found` where the account has no such key. */
export async function changeKeyPolicy(
  world: World,
  { account }: Caller,
  { id, policy }: { id: string; policy: Policy | null },
  context: RequestContext,
): Promise<void> {
  context.audit.subject = id
  await auditedChange(world, context, async (db) => {
    if ((await findOwnApiKey(db, account.id, id)) === undefined) throw new Refusal('not_found')
    await setPolicy(db, world.keys, 'api_key', id, policy)
    await requireRoom(db, world, account.id)
  })
}

export async function changeWalletPolicy(
  world: World,
  caller: Caller,
  { id, policy }: { id: string; policy: Policy | null },
  context: RequestContext,
): Promise<void> {
  context.audit.subject = id
  const wallet = await ownWallet(world, caller, id)
  await auditedChange(world, context, (db) => setPolicy(db, world.keys, 'wallet', wallet.id, policy))
}

/** What limited keys may spend is set aside of what the account may: there must be so much. */
async function requireRoom(db: Db, world: World, accountId: string): Promise<void> {
  const account = await findAccount(db, world.keys, accountId)
  const policy = openPolicy(world.keys, 'account', accountId, account?.policy ?? null)
  const window = isOverAllotted(policy, await limitedKeys(db, world.keys, accountId, await world.sharedNow(db)))
  if (window === undefined) return
  const message = 'is less than what API keys that are limited to wallets may spend together by policies of their own'
  throw invalid(`policy.${window}`, `the account's limit ${message}`)
}

/** Gives a new account a policy that allows no verb. Belongs into a database transaction. */
export async function denyAll(db: Db, keys: Keyring, accountId: string): Promise<void> {
  await setPolicy(db, keys, 'account', accountId, Policy.parse({ verbs: [] }))
}
