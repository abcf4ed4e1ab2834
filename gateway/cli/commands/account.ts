import { Command } from 'commander'
import { createAccount } from '../../accounts/create-account.ts'
import { OPERATOR_ACCOUNT } from '../../accounts/operator-account.ts'
import { type Account, listAccounts } from '../../accounts/store.ts'
import {
  auditAdmin,
  disableAccount,
  enableAccount,
  resetPassword,
  resetSecondFactors,
} from '../../auth/manage/manage-account.ts'
import type { Source } from '../../config/config.ts'
import { denyAll } from '../../policies/change-policy.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { knownAccount } from '../known-account.ts'
import { openInstalled, type Store } from '../open-store.ts'
import { print, tell } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto account …`: accounts are provisioned here, never by public sign-up. */
export function accountCommand(env: Source): Command {
  const account = new Command('account').description('make and manage accounts')
  const verb = (
    name: string,
    description: string,
    run: (store: Store, email: string, options: Options) => Promise<Done>,
  ) => {
    const command = account
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'whose')
      .option('--json', 'as a JSON object')
    withSettings(command).action(async () => {
      const store = await openInstalled(configOf(command, env))
      const { says, ...done } = await run(store, command.opts().email, command.opts()).finally(() => store.db.destroy())
      print(`${command.opts().json ? printableJson(done) : says}\n`)
    })
    return command
  }
  const create = verb(
    'create',
    'make an account; prints its one-time password',
    async (store, email, { denyByDefault }) => {
      const { email: kept, password } = await createAccount(store, email, undefined, async (db, id) => {
        if (denyByDefault === true) await denyAll(db, store.keys, id)
        await auditAdmin({ ...store, db }, id, 'account.created')
      })
      const says = `Account ${printableLine(kept)} made. Its password, to be changed at the first sign-in: ${password}`
      return { says, email: kept, password }
    },
  )
  create.option('--deny-by-default', 'nothing may be paid until a policy is set that says what may')
  verb('disable', 'sign an account out and refuse it from its next request on', async (store, email) => {
    await disableAccount(store, (await knownAccount(store, email)).id)
    return { says: `Account ${printableLine(email)} is disabled.`, email, disabled: true }
  })
  verb('enable', 'let a disabled account in again', async (store, email) => {
    await enableAccount(store, (await knownAccount(store, email)).id)
    return { says: `Account ${printableLine(email)} is enabled.`, email, disabled: false }
  })
  verb('reset-password', 'sign an account out and give it a new one-time password', async (store, email) => {
    const password = await resetPassword(store, (await knownAccount(store, email)).id)
    const says = `The new password of ${printableLine(email)}, to be changed at the first sign-in: ${password}`
    return { says, email, password }
  })
  verb('reset-2fa', 'take TOTP, recovery codes and passkeys from an account', async (store, email) => {
    await resetSecondFactors(store, (await knownAccount(store, email)).id)
    const says = `Account ${printableLine(email)} signs in with its password alone. Its passkeys were removed too.`
    return { says, email, totpEnabled: false }
  })
  const list = account.command('list').description('list the accounts').option('--json', 'one JSON object a line')
  withSettings(list).action(async () => {
    const store = await openInstalled(configOf(list, env))
    const altered: string[] = []
    const listing = listAccounts(store.db, store.keys, (id) => void altered.push(id))
    const all = await listing.finally(() => store.db.destroy())
    const accounts = all.filter(({ id }) => id !== OPERATOR_ACCOUNT)
    const { json } = list.opts()
    for (const each of accounts) print(`${json ? printableJson(listed(each)) : line(each)}\n`)
    for (const id of altered)
      tell(`sotto: account ${printableLine(id)}: somebody has altered its row in the database\n`)
    if (altered.length > 0) process.exitCode = 2
    if (accounts.length + altered.length === 0 && !json)
      print('There is no account yet. "sotto account create" makes one.\n')
  })
  return account
}

type Options = { denyByDefault?: boolean }

/** What a verb says to a person, and, beside it, to a script. */
type Done = { says: string; email: string; password?: string; disabled?: boolean; totpEnabled?: boolean }

function listed({ id, email, disabled, totpEnabled, createdAt, lastLoginAt }: Account) {
  const at = (ms: number | null) => (ms === null ? null : new Date(ms))
  return { id, email, disabled, totpEnabled, createdAt: at(createdAt), lastLoginAt: at(lastLoginAt) }
}

function line(account: Account): string {
  const state = account.disabled ? 'disabled' : 'enabled'
  const second = account.totpEnabled ? 'TOTP' : 'no TOTP'
  return [printableLine(account.email), state, second, `since ${new Date(account.createdAt).toISOString()}`].join('  ')
}
