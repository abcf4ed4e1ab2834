import { type Command, Option } from 'commander'
import { type Config, ConfigurationError, optionName, readConfig, type Source } from '../config/config.ts'
import { type Variable, variables } from '../config/variables.ts'

/** Adds every setting as an option. */
export function withSettings(command: Command): Command {
  for (const [name, variable] of Object.entries(variables as Record<string, Variable>)) {
    const flags = `--${optionName(name)} ${name === 'SOTTO_FULL_PROOFS' ? '[value]' : '<value>'}`
    const meaning = variable.secret
      ? `not taken from the command line, which others can read: set ${name}`
      : variable.meaning
    command.addOption(new Option(flags, meaning))
  }
  return command
}

/** The settings in force: options win over the environment. */
export function configOf(command: Command, env: Source): Config {
  const given = command.optsWithGlobals() as Record<string, string | boolean | undefined>
  const options = Object.keys(variables).map((name) => {
    const value = given[optionName(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    return [name, value === true ? 'on' : value]
  })
  const set = options.filter((option): option is [string, string] => option[1] !== undefined)
  for (const [name] of set) refuseSecret(name)
  return readConfig({ ...env, ...Object.fromEntries(set) })
}

/** Other users of the machine see a command line in the list of processes, and the shell keeps it. */
function refuseSecret(name: string): void {
  if (!(variables as Record<string, Variable>)[name]?.secret) return
  throw new ConfigurationError(
    name,
    `is a secret, and other users of this machine can read command lines. Set ${name} in the environment instead of --${optionName(name)}.`,
  )
}
