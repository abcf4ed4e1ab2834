import { type Config, type Variable, variables } from '../config.ts'

/** Prints every setting and its value in force, secrets masked. */
export function printConfig(config: Config): number {
  for (const [name, variable] of Object.entries(variables as Record<string, Variable>)) {
    const value = config[name as keyof Config]
    process.stdout.write(`${name}=${value === undefined ? '' : variable.secret ? '********' : plain(value)}\n`)
  }
  return 0
}

function plain(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}
