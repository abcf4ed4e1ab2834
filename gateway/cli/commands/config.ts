import { type Config, type VariableName, writeConfig } from '../../config/config.ts'
import { type Variable, variables } from '../../config/variables.ts'
import { print } from '../print.ts'

/** Prints every setting and its value in force, as it can be given back; secrets masked, where there are any. */
export function printConfig(config: Config): number {
  const written = writeConfig(config)
  for (const [name, variable] of Object.entries(variables as Record<string, Variable>)) {
    const value = written[name as VariableName] ?? ''
    print(`${name}=${variable.secret && value !== '' ? '********' : value}\n`)
  }
  return 0
}
