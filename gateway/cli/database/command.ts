import { Command } from 'commander'
import type { Config, Source } from '../../config/config.ts'
import { counted } from '../counted.ts'
import { openStore } from '../open-store.ts'
import { print } from '../print.ts'
import { configOf, withSettings } from '../settings.ts'
import { moveToPostgres } from './move.ts'

/** `sotto db …` */
export function databaseCommand(env: Source): Command {
  const group = new Command('db').description('the database that this gateway keeps its rows in')
  const copy = group
    .command('copy')
    .description('move the SQLite database of the data folder into the empty PostgreSQL that DATABASE_URL names')
  withSettings(copy).action(async () => {
    const { rows, accounts, sealed, events, aside } = await moveToPostgres(configOf(copy, env))
    const held = [
      counted(accounts, 'account'),
      counted(sealed, 'sealed value'),
      counted(events, 'audit entry', 'audit entries'),
    ]
    print(`${counted(rows, 'row')} copied and compared: ${held.join(', ')}.\n`)
    print(`The SQLite file is now ${aside}. Keep it as long as a backup, and never start a gateway on it.\n`)
  })
  return group
}

/** `sotto migrate`: what every start does too; by itself for those who want it done once, before new gateways start. */
export async function runMigrations(config: Config): Promise<number> {
  const { db } = await openStore(config)
  await db.destroy()
  print('The database is up to date.\n')
  return 0
}
