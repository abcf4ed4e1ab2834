import { Command } from 'commander'
import { createAccount } from '../../accounts/create-account.ts'
import { type Account, findAccountByEmail, listAccounts } from '../../accounts/store.ts'
import {
  disableAccount,
  enableAccount,
  noteKept,
  resetPassword,
  resetSecondFactors,
} from '../../auth/manage/manage-account.ts'
import type { Source } from '../../config/config.ts'
import { printableLine } from '../../world/printable.ts'
import { openStore, type Store } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'

/** `sotto account …`: accounts are provisioned here, never by public sign-up. */
export function accountCommand(env: Source): Command {
  const account = new Command('account').description('make and manage accounts')
  const verb = (name: string, description: string, run: (store: Store, email: string) => Promise<string>) => {
    const command = account.command(name).description(description).requiredOption('--email <email>', 'whose')
    withSettings(command).action(async () => {
      const store = await openStore(configOf(command, env))
      const said = await run(store, command.opts().email).finally(() => store.db.destroy())
      print(`${said}\n`)
    })
  }
  verb('create', 'make an account; prints its one-time password', async (store, email) => {
    const created = await createAccount(store, email)
    await noteKept(store, created.id, 'account.created')
    return `Account ${printableLine(created.email)} made. Its password, to be changed at the first sign-in: ${created.password}`
  })
  verb('disable', 'sign an account out and refuse it from its next request on', async (store, email) => {
    await disableAccount(store, (await known(store, email)).id)
    return `Account ${printableLine(email)} is disabled.`
  })
  verb('enable', 'let a disabled account in again', async (store, email) => {
    await enableAccount(store, (await known(store, email)).id)
    return `Account ${printableLine(email)} is enabled.`
  })
  verb('reset-password', 'sign an account out and give it a new one-time password', async (store, email) => {
    const password = await resetPassword(store, (await known(store, email)).id)
    return `The new password of ${printableLine(email)}, to be changed at the first sign-in: ${password}`
  })
  verb('reset-2fa', 'take TOTP, recovery codes and passkeys from an account', async (store, email) => {
    await resetSecondFactors(store, (await known(store, email)).id)
    return `Account ${printableLine(email)} signs in with its password alone. Its passkeys were removed too.`
  })
  const list = account.command('list').description('list the accounts')
  withSettings(list).action(async () => {
    const store = await openStore(configOf(list, env))
    const accounts = await listAccounts(store.db, store.keys).finally(() => store.db.destroy())
    for (const each of accounts) print(`${line(each)}\n`)
  })
  return account
}

async function known(store: Store, email: string): Promise<Account> {
  const account = await findAccountByEmail(store.db, store.keys, email)
  if (account === undefined)
    throw new Error(`There is no account ${printableLine(email)}. "sotto account list" shows those that exist.`)
  return account
}

function line(account: Account): string {
  const state = account.disabled ? 'disabled' : 'enabled'
  const second = account.totpEnabled ? 'TOTP' : 'no TOTP'
  return [printableLine(account.email), state, second, `since ${new Date(account.createdAt).toISOString()}`].join('  ')
}
