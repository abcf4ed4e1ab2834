import { Command } from 'commander'
import type { Config, Source } from '../config/config.ts'
import { nearestOf } from '../config/nearest.ts'
import { version } from '../version.ts'
import { printable, printableLine } from '../world/printable.ts'
import { accountCommand } from './commands/account.ts'
import { apiKeyCommand } from './commands/api-key.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { printConfig } from './commands/config.ts'
import { masterKeyCommand } from './commands/master-key.ts'
import { notaCommand } from './commands/nota.ts'
import { notaKeyCommand } from './commands/nota-key.ts'
import { operatorCommand } from './commands/operator.ts'
import { owedCommand } from './commands/owed.ts'
import { runTestnet } from './commands/testnet.ts'
import { trustCommand } from './commands/trust.ts'
import { databaseCommand, runMigrations } from './database/command.ts'
import { examine } from './doctor/examine.ts'
import { print } from './print.ts'
import { configOf, withSettings } from './settings.ts'
import { start } from './start/start.ts'

/** The command line. Every setting is an option too, which wins over its environment variable. */
export function createProgram(env: Source): Command {
  const program = new Command('sotto')
    .description('Confidential payments: the gateway, and what its keeper needs.')
    .version(version)
    .configureOutput({ writeOut: print, writeErr: (text) => process.stderr.write(printable(text)) })
    .showHelpAfterError()
  const command = (name: string, description: string, run: (config: Config) => Promise<number | undefined>) => {
    const made = program.command(name).description(description)
    withSettings(made).action(async () => {
      process.exitCode = (await run(configOf(made, env))) ?? 0
    })
    return made
  }
  program.addCommand(accountCommand(env))
  program.addCommand(apiKeyCommand(env))
  program.addCommand(notaCommand(env))
  program.addCommand(notaKeyCommand(env))
  program.addCommand(trustCommand(env))
  program.addCommand(operatorCommand(env))
  program.addCommand(owedCommand(env))
  program.addCommand(auditCommand(env))
  program.addCommand(masterKeyCommand(env))
  program.addCommand(backupCommand(env))
  program.addCommand(restoreCommand(env))
  program.addCommand(databaseCommand(env))
  command('migrate', 'bring the database up to date, as every start does', runMigrations)
  command('doctor', 'check what this gateway stands on, and say how to mend it', examine)
  command('config', 'print the settings in force, secrets masked', async (config) => printConfig(config))
  command('testnet', 'run the offline test-net alone', runTestnet)
  const run = command('start', 'run the gateway (the default)', (config) => start(config, { env }))
  withSettings(program)
    .allowExcessArguments()
    .action(async () => {
      const [unknown] = program.args
      if (unknown !== undefined) program.error(unknownCommand(program, unknown))
      process.exitCode = (await start(configOf(program, env), { env })) ?? 0
    })
  run.summary('run the gateway (the default)')
  return program
}

function unknownCommand(program: Command, name: string): string {
  const known = program.commands.map((command) => command.name())
  return `There is no command "${printableLine(name)}". Did you mean "${nearestOf(name, known)}"? "--help" lists them.`
}
