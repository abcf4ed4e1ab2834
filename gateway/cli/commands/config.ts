import { type Config, type VariableName, writeConfig } from '../../config/config.ts'
import { type Variable, variables } from '../../config/variables.ts'
import { printableJson } from '../../world/printable.ts'
import { print } from '../print.ts'

/** Prints every setting and its value in force, as it can be given back; secrets masked, where there are any. */
export function printConfig(config: Config, json: boolean): number {
  const written = writeConfig(config)
  const masked = Object.entries(variables as Record<string, Variable>).map(([name, variable]) => {
    const value = written[name as VariableName] ?? ''
    return [name, variable.secret && value !== '' ? '********' : value] as const
  })
  if (json) print(`${printableJson(Object.fromEntries(masked))}\n`)
  else for (const [name, value] of masked) print(`${name}=${value}\n`)
  return 0
}
