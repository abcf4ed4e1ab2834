import { Command } from 'commander'
import { API_KEYS_MAX } from '#shared/limits.ts'
import { ShortText } from '#shared/model/ids.ts'
import { Scope } from '#shared/model/user.ts'
import { findAccountByEmail } from '../../accounts/store.ts'
import { createApiKey, hasAllApiKeys } from '../../auth/credentials/api-keys.ts'
import { auditAdmin } from '../../auth/manage/manage-account.ts'
import type { Source } from '../../config/config.ts'
import { atomically } from '../../db/database.ts'
import { printableLine } from '../../world/printable.ts'
import { openInstalled } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto api-key create`: prints the key alone on standard output, for `KEY=$(…)`. */
export function apiKeyCommand(env: Source): Command {
  const group = new Command('api-key').description('make API keys')
  const create = group
    .command('create')
    .description('make an API key; prints it, alone, once')
    .requiredOption('--email <email>', 'whose')
    .requiredOption('--label <label>', 'what for')
    .option('--scopes <scopes>', `comma-separated, of ${Scope.options.join(', ')}`, Scope.options.join(','))
  withSettings(create).action(async () => {
    const { email, label: text, scopes } = create.opts() as { email: string; label: string; scopes: string }
    const label = labelOf(text)
    const store = await openInstalled(configOf(create, env))
    try {
      const account = await findAccountByEmail(store.db, store.keys, email)
      if (account === undefined)
        throw new Error(`There is no account ${printableLine(email)}. "sotto account list" shows those that exist.`)
      const parsed = scopes.split(',').map((scope) => scopeOf(scope.trim()))
      const secret = await atomically(store.db, async (db) => {
        if (await hasAllApiKeys(db, account.id))
          throw new Error(
            `${printableLine(email)} has ${API_KEYS_MAX} API keys, as many as an account may. Revoke one first.`,
          )
        const made = await createApiKey({ ...store, db }, { accountId: account.id, label, scopes: parsed })
        await auditAdmin({ ...store, db }, account.id, 'api_key.created', made.id)
        return made.secret
      })
      print(`${secret}\n`)
    } finally {
      await store.db.destroy()
    }
  })
  return group
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
  throw new Error('The label must be 1 to 100 characters, something that can be seen among them.')
}
