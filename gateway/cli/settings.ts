import { type Command, Option } from 'commander'
import { type Config, optionName, readConfig, type Source, variables } from '../config.ts'

/** Adds every setting as an option. */
export function withSettings(command: Command): Command {
  for (const [name, variable] of Object.entries(variables)) {
    command.addOption(
      new Option(`--${optionName(name)} ${name === 'SOTTO_FULL_PROOFS' ? '[value]' : '<value>'}`, variable.meaning),
    )
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
  const set = options.filter(([, value]) => value !== undefined)
  return readConfig({ ...env, ...Object.fromEntries(set) })
}
