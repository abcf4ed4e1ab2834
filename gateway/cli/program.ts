import { Command } from 'commander'
import type { Config, Source } from '../config/config.ts'
import { nearestOf } from '../nearest.ts'
import { version } from '../version.ts'
import { printableLine } from '../world/printable.ts'
import { accountCommand } from './commands/account.ts'
import { apiKeyCommand } from './commands/api-key.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { configCommand } from './commands/config.ts'
import { contractsCommand } from './commands/contracts.ts'
import { masterKeyCommand } from './commands/master-key.ts'
import { notaCommand } from './commands/notas/nota.ts'
import { notaKeyCommand } from './commands/notas/nota-key.ts'
import { trustCommand } from './commands/notas/trust.ts'
import { operatorCommand } from './commands/operator.ts'
import { owedCommand } from './commands/owed.ts'
import { padsCommand } from './commands/pads.ts'
import { policyCommand } from './commands/policy.ts'
import { testnetCommand } from './commands/testnet.ts'
import { walletCommand } from './commands/wallet.ts'
import { webhookCommand } from './commands/webhook.ts'
import { databaseCommand, runMigrations } from './database/command.ts'
import { type DoctorOptions, examine } from './doctor/examine.ts'
import { completionCommand } from './help/completion.ts'
import { polish } from './help/help.ts'
import { configOf, withSettings } from './settings.ts'
import { start } from './start/start.ts'
import { statusCommand } from './status/command.ts'
import { balanceCommand } from './verbs/balance.ts'
import { fundCommand, mintCommand, redeemCommand, transferCommand } from './verbs/money.ts'
import { payCommand } from './verbs/pay/pay.ts'
import { txCommand } from './verbs/tx.ts'

/** The command line. Every setting is an option too, which wins over its environment variable. */
export function createProgram(env: Source): Command {
  const program = new Command('sotto')
    .description('Sotto: self-hosted confidential payments.')
    .usage('[command] [options]')
    .version(version, '-V, --version', 'print the version')
  const command = (
    name: string,
    description: string,
    show: 'all' | 'few',
    run: (config: Config) => Promise<number>,
  ) => {
    const made = new Command(name).description(description)
    return withSettings(made, show).action(async () => {
      process.exitCode = await run(configOf(made, env))
    })
  }
  program.commandsGroup('Run:')
  program.addCommand(command('start', 'run the gateway; "sotto" alone does the same', 'all', (c) => start(c, { env })))
  program.addCommand(testnetCommand(env))
  program.addCommand(statusCommand(env))
  program.addCommand(doctorCommand(env))
  program.addCommand(configCommand(env))
  program.commandsGroup('People and keys:')
  for (const make of [accountCommand, apiKeyCommand, policyCommand, webhookCommand, auditCommand])
    program.addCommand(make(env))
  program.commandsGroup('Paying, with an API key of a gateway that runs here or elsewhere:')
  for (const make of [balanceCommand, fundCommand, mintCommand, transferCommand, redeemCommand, txCommand, payCommand])
    program.addCommand(make(env))
  program.commandsGroup('Money of the operator:')
  for (const make of [contractsCommand, operatorCommand, owedCommand, padsCommand, walletCommand])
    program.addCommand(make(env))
  program.commandsGroup('Cards and receipts:')
  for (const make of [notaCommand, notaKeyCommand, trustCommand]) program.addCommand(make(env))
  program.commandsGroup('Safe keeping:')
  for (const make of [backupCommand, restoreCommand, masterKeyCommand]) program.addCommand(make(env))
  program.addCommand(databaseCommand(env))
  program.addCommand(command('migrate', 'bring the database up to date, as every start does', 'few', runMigrations))
  program.commandsGroup('Shell:')
  program.addCommand(completionCommand(program))
  withSettings(program)
    .allowExcessArguments()
    .action(async () => {
      const [unknown] = program.args
      if (unknown !== undefined) program.error(unknownCommand(program, unknown))
      process.exitCode = await start(configOf(program, env), { env })
    })
  return polish(program)
}

function doctorCommand(env: Source): Command {
  const about = 'check what this gateway stands on, and say how to mend it'
  const command = withSettings(
    new Command('doctor')
      .description(about)
      .option('--json', 'as one JSON document')
      .option(
        '--rpc [url]',
        'look only at the network behind a node of Sepolia (else SOTTO_RPC_URL): needs no data and no key, costs nothing',
      ),
  )
  return command.action(async () => {
    process.exitCode = await examine(configOf(command, env), command.opts<DoctorOptions>())
  })
}

function unknownCommand(program: Command, name: string): string {
  const known = program.commands.map((command) => command.name())
  const nearest = nearestOf(name, known)
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return `There is no command "${printableLine(name)}".${meant}`
}
