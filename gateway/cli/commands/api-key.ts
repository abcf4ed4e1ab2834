import { Command } from 'commander'
import { API_KEYS_MAX } from '#shared/limits.ts'
import { ShortText } from '#shared/model/ids.ts'
import type { ApiKey } from '#shared/model/sign-in.ts'
import { Scope } from '#shared/model/user.ts'
import { findAccount } from '../../accounts/store.ts'
import {
  createApiKey,
  findAnyApiKey,
  hasAllApiKeys,
  listApiKeys,
  revokeApiKey,
} from '../../auth/credentials/api-keys.ts'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import type { Source } from '../../config/config.ts'
import { atomically } from '../../db/database.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { knownAccount } from '../known-account.ts'
import { openInstalled, type Store } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto api-key …`: the keys of any account, as `/api-keys` has those of one's own. */
export function apiKeyCommand(env: Source): Command {
  const group = new Command('api-key').description('make, list and revoke API keys')
  const inStore = async <T>(command: Command, run: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openInstalled(configOf(command, env))
    return run(store).finally(() => store.db.destroy())
  }

  const create = group
    .command('create')
    .description('make an API key; prints it, alone, once')
    .requiredOption('--email <email>', 'whose')
    .requiredOption('--label <label>', 'what for')
    .option('--scopes <scopes>', `comma-separated, of ${Scope.options.join(', ')}`, Scope.options.join(','))
  withSettings(create).action(async () => {
    const { email, label: text, scopes } = create.opts() as { email: string; label: string; scopes: string }
    const label = labelOf(text)
    const secret = await inStore(create, (store) => makeKey(store, { email, label, scopes }))
    print(`${secret}\n`)
  })

  const list = group
    .command('list')
    .description('list the API keys of an account, newest first; no secret is in it')
    .requiredOption('--email <email>', 'whose')
    .option('--json', 'one JSON object a line')
  withSettings(list).action(async () => {
    const { email, json } = list.opts() as { email: string; json?: true }
    const keys = await inStore(list, async (store) => listApiKeys(store.db, (await knownAccount(store, email)).id))
    for (const key of keys) print(`${json ? printableJson(key) : line(key)}\n`)
    if (keys.length === 0 && !json) print(`${printableLine(email)} has no API key.\n`)
  })

  const revoke = group
    .command('revoke')
    .description('refuse an API key from its next request on')
    .argument('<id>', 'as "sotto api-key list" shows it')
    .option('--json', 'as a JSON object')
  withSettings(revoke).action(async (id: string) => {
    const done = await inStore(revoke, (store) => revokeKey(store, id))
    const says = `API key "${printableLine(done.label)}" of ${printableLine(done.email)} is revoked.`
    print(`${revoke.opts().json ? printableJson(done) : says}\n`)
  })
  return group
}

type Wanted = { email: string; label: string; scopes: string }

async function makeKey(store: Store, { email, label, scopes }: Wanted): Promise<string> {
  const account = await knownAccount(store, email)
  const parsed = [...new Set(scopes.split(',').map((scope) => scopeOf(scope.trim())))]
  return atomically(store.db, async (db) => {
    if (await hasAllApiKeys(db, account.id))
      throw new Error(
        `${printableLine(email)} has ${API_KEYS_MAX} API keys, as many as an account may. Revoke one first: sotto api-key list --email ${printableLine(email)}`,
      )
    const made = await createApiKey({ ...store, db }, { accountId: account.id, label, scopes: parsed })
    await auditAdmin({ ...store, db }, account.id, 'api_key.created', made.id)
    return made.secret
  })
}

/** Throws where there is no such key, or it is revoked already. */
async function revokeKey(store: Store, id: string): Promise<{ id: string; label: string; email: string }> {
  return atomically(store.db, async (db) => {
    const key = await findAnyApiKey(db, id)
    if (key === undefined)
      throw new Error(
        `There is no API key ${printableLine(id)}. "sotto api-key list --email E" shows the IDs of an account's keys.`,
      )
    const now = store.clock.now()
    if (!(await revokeApiKey(db, store.keys, key.accountId, id, now)))
      throw new Error(`The API key ${printableLine(id)} is revoked already: nothing is left to do.`)
    await auditAdmin({ ...store, db }, key.accountId, 'api_key.revoked', id)
    const account = await findAccount(db, store.keys, key.accountId)
    return { id, label: key.label, email: account?.email ?? '' }
  })
}

function line({ id, label, prefix, scopes, walletIds, createdAt, lastUsedAt, expiresAt }: ApiKey): string {
  return [
    id,
    `"${printableLine(label)}"`,
    `${prefix}…`,
    scopes.join(','),
    walletIds === null ? 'all wallets' : `wallets ${walletIds.join(',') || 'none'}`,
    `made ${createdAt}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`,
    ...(expiresAt === null ? [] : [`expires ${expiresAt}`]),
  ].join('  ')
}

function scopeOf(text: string): Scope {
  const parsed = Scope.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error(
    `"${printableLine(text)}" is no scope: write some of ${Scope.options.join(', ')}, with commas between.`,
  )
}

/** By the rule of the API. */
function labelOf(text: string): string {
  const parsed = ShortText.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error('The label must have 1 to 100 characters, a visible one among them.')
}
