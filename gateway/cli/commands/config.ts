import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, networkDir, type Source, type VariableName, writeConfig } from '../../config/config.ts'
import { type Variable, variables } from '../../config/variables.ts'
import { MASTER_KEY_FILE } from '../../crypto/master-key.ts'
import { printableJson, printableLine } from '../../world/printable.ts'
import { print } from '../print.ts'
import { type Given, settingsOf, withSettings } from '../settings.ts'
import { relayerOf } from '../start/live-network.ts'
import { readTestnetFile } from '../testnet-file.ts'

const headings = {
  option: 'From the command line',
  environment: 'From the environment',
  file: 'From a file',
  default: 'By default',
  none: 'Not set',
} as const

/**
 * A setting in force. `value`: as it can be given back; of a secret the word "set"; null where there is none. `from`: where
 * it comes from; `none` where it comes from nowhere. `file`: which one it is in.
 */
export type Setting = { value: string | null; from: keyof typeof headings; file?: string }

const SECRET = 'set'

/** `sotto config`: every setting and its value in force, and where it comes from. It reads no database and sends no request. */
export function configCommand(env: Source): Command {
  const command = new Command('config')
    .description('print the settings in force and where each comes from; secrets are not shown')
    .option('--json', 'as one JSON document')
  return withSettings(command).action(() => {
    const { config, given } = settingsOf(command, env)
    const settings = settingsInForce(config, given)
    if (command.opts().json) print(`${printableJson(settings)}\n`)
    else print(describeSettings(settings))
  })
}

function settingsInForce(config: Config, given: Given): Record<string, Setting> {
  const written = writeConfig({ ...config, ...relayerInForce(config) })
  const files = secretFiles(config)
  const entries = Object.entries(variables as Record<string, Variable>).map(([key, { secret }]) => {
    const name = key as VariableName
    const text = written[name]
    const value = text === undefined || text === '' ? null : secret || holdsPassword(text) ? SECRET : text
    const file = files[name]
    if (value === null && file !== undefined) return [name, { value: SECRET, from: 'file', file }]
    return [name, { value, from: given.get(name) ?? (value === null ? 'none' : 'default') }]
  })
  return Object.fromEntries(entries)
}

function relayerInForce(config: Config): Pick<Config, 'SOTTO_RELAYER_URL'> {
  return {
    SOTTO_RELAYER_URL: config.SOTTO_NETWORK === 'offline' ? config.SOTTO_RELAYER_URL : relayerOf(config).relayerUrl,
  }
}

/** Secrets that a file holds unless an option or the environment gives them. */
function secretFiles(config: Config): Partial<Record<VariableName, string>> {
  const masterKey = join(networkDir(config), MASTER_KEY_FILE)
  const testnet = config.SOTTO_NETWORK === 'offline' ? config.SOTTO_TESTNET : undefined
  return {
    ...(existsSync(masterKey) ? { SOTTO_MASTER_KEY: masterKey } : {}),
    ...(testnet !== undefined && lendsKey(testnet) ? { SOTTO_OPERATOR_KEY: testnet } : {}),
  }
}

function lendsKey(testnet: string): boolean {
  try {
    return readTestnetFile(testnet).operatorKey !== undefined
  } catch {
    return false
  }
}

/** An address such as https://user:password@host, of a setting that is usually no secret. */
function holdsPassword(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

/** Lines that an environment file may hold: what is not to be given back stands in comments. */
function describeSettings(settings: Record<string, Setting>): string {
  const byOrigin = Map.groupBy(Object.entries(settings), ([, { from }]) => from)
  const parts = Object.entries(headings).flatMap(([from, heading]) => {
    const some = byOrigin.get(from as Setting['from']) ?? []
    return some.length === 0 ? [] : [[`# ${heading}:`, ...some.map(describe)].join('\n')]
  })
  return `${parts.join('\n\n')}\n`
}

function describe([name, { value, file }]: [string, Setting]): string {
  if (value === null) return `# ${name}`
  const where = file === undefined ? '' : `, in ${printableLine(file)}`
  return value === SECRET ? `# ${name} is set${where}` : `${name}=${printableLine(value)}`
}
