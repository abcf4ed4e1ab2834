import { Command } from 'commander'
import type { Config, Source } from '../config/config.ts'
import { nearestOf } from '../nearest.ts'
import { version } from '../version.ts'
import { printableLine } from '../world/printable.ts'
import { polish } from './help/help.ts'
import { configOf, withSettings } from './settings.ts'

type Load = (env: Source, program: Command) => Command | Promise<Command>

// Grouped: with files of its own for each command, a start would load a hundred.
const onDatabase = () => import('./groups/on-database.ts')
const onGateway = () => import('./groups/on-gateway.ts')
const onChain = () => import('./groups/on-chain.ts')

/** Under their headings. What a command needs is loaded when it runs: all together take half a second. */
const groups: Record<string, Record<string, Load>> = {
  'Run:': {
    start: (env) =>
      command(env, 'start', 'run the gateway; "sotto" alone does the same', 'all', (config) => run(config, env)),
    testnet: async (env) => (await import('./commands/testnet.ts')).testnetCommand(env),
    status: async (env) => (await onChain()).statusCommand(env),
    doctor: async (env) => (await onChain()).doctorCommand(env),
    config: async (env) => (await onChain()).configCommand(env),
  },
  'People and keys:': {
    account: async (env) => (await onDatabase()).accountCommand(env),
    'api-key': async (env) => (await onDatabase()).apiKeyCommand(env),
    policy: async (env) => (await onChain()).policyCommand(env),
    webhook: async (env) => (await onChain()).webhookCommand(env),
    audit: async (env) => (await onDatabase()).auditCommand(env),
  },
  'Paying, with an API key of a gateway that runs here or elsewhere:': {
    balance: async (env) => (await onGateway()).balanceCommand(env),
    fund: async (env) => (await onGateway()).fundCommand(env),
    mint: async (env) => (await onGateway()).mintCommand(env),
    transfer: async (env) => (await onGateway()).transferCommand(env),
    redeem: async (env) => (await onGateway()).redeemCommand(env),
    tx: async (env) => (await onGateway()).txCommand(env),
    pay: async (env) => (await onGateway()).payCommand(env),
  },
  'Money of the operator:': {
    contracts: async (env) => (await onChain()).contractsCommand(env),
    operator: async (env) => (await onChain()).operatorCommand(env),
    owed: async (env) => (await onChain()).owedCommand(env),
    pads: async (env) => (await onChain()).padsCommand(env),
    wallet: async (env) => (await onChain()).walletCommand(env),
  },
  'Cards and receipts:': {
    nota: async (env) => (await onChain()).notaCommand(env),
    'nota-key': async (env) => (await onDatabase()).notaKeyCommand(env),
    trust: async (env) => (await onDatabase()).trustCommand(env),
  },
  'Safe keeping:': {
    backup: async (env) => (await onDatabase()).backupCommand(env),
    restore: async (env) => (await onDatabase()).restoreCommand(env),
    'master-key': async (env) => (await onDatabase()).masterKeyCommand(env),
    db: async (env) => (await onDatabase()).databaseCommand(env),
    migrate: (env) =>
      command(env, 'migrate', 'bring the database up to date, as every start does', 'few', async (config) =>
        (await onDatabase()).runMigrations(config),
      ),
  },
  'Shell:': {
    completion: async (_, program) => (await import('./help/completion.ts')).completionCommand(program),
  },
}

/**
 * The command line. Every setting is an option too, which wins over its environment variable. `named`: the command that will
 * run; where it is none, all are there, for the help and for one that is misspelt.
 */
export async function createProgram(env: Source, named?: string): Promise<Command> {
  const program = new Command('sotto')
    .description('Sotto: self-hosted confidential payments.')
    .usage('[command] [options]')
    .version(version, '-V, --version', 'print the version')
  const isCommand = named !== undefined && Object.values(groups).some((group) => Object.hasOwn(group, named))
  const isAlone = isCommand && named !== 'completion'
  for (const [heading, group] of Object.entries(groups)) {
    program.commandsGroup(heading)
    for (const [name, load] of Object.entries(group))
      if (!isAlone || name === named) program.addCommand(await load(env, program))
  }
  withSettings(program.helpCommand(true))
    .allowExcessArguments()
    .action(async () => {
      const [unknown] = program.args
      if (unknown !== undefined) program.error(unknownCommand(program, unknown))
      process.exitCode = await run(configOf(program, env), env)
    })
  return polish(program)
}

async function run(config: Config, env: Source): Promise<number> {
  const { start } = await import('./start/start.ts')
  return start(config, { env })
}

function command(
  env: Source,
  name: string,
  description: string,
  show: 'all' | 'few',
  act: (config: Config) => Promise<number>,
): Command {
  const made = new Command(name).description(description)
  return withSettings(made, show).action(async () => {
    process.exitCode = await act(configOf(made, env))
  })
}

function unknownCommand(program: Command, name: string): string {
  const known = program.commands.map((command) => command.name())
  const nearest = nearestOf(name, known)
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return `There is no command "${printableLine(name)}".${meant}`
}
