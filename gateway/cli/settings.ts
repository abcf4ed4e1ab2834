import { type Command, Option } from 'commander'
import {
  type Config,
  ConfigurationError,
  optionName,
  readConfig,
  type Source,
  type VariableName,
} from '../config/config.ts'
import { type Variable, variables } from '../config/variables.ts'

/** Under which heading `sotto start --help` shows a setting; every setting stands under one. */
const topics: readonly (readonly [string, readonly VariableName[]])[] = [
  ['Listening:', ['SOTTO_HOST', 'SOTTO_PORT', 'SOTTO_PUBLIC_URL', 'SOTTO_TRUSTED_PROXIES', 'SOTTO_EXTENSION_ORIGINS']],
  ['Data:', ['SOTTO_DATA_DIR', 'SOTTO_KEEP_BYTES_DAYS']],
  [
    'Network:',
    [
      'SOTTO_NETWORK',
      'SOTTO_RELAYER_URL',
      'SOTTO_STABLE_ADDRESS',
      'SOTTO_CSTABLE_ADDRESS',
      'SOTTO_FAUCET_ADDRESS',
      'SOTTO_CONFIRMATIONS',
      'SOTTO_WEBHOOK_PRIVATE',
    ],
  ],
  ['Offline test-net:', ['SOTTO_TESTNET', 'SOTTO_PROTOCOL', 'SOTTO_FULL_PROOFS']],
  [
    'Payments:',
    [
      'SOTTO_AMOUNTS',
      'SOTTO_PADS',
      'SOTTO_PADS_LOW',
      'SOTTO_REDEEM_MODE',
      'SOTTO_MAX_FEE_GWEI',
      'SOTTO_SPONSOR_GAS',
      'SOTTO_APPROVAL_HOURS',
      'SOTTO_RECEIPT_WAIT_MS',
      'SOTTO_DRAIN_MS',
      'SOTTO_WORKER',
    ],
  ],
  [
    'Limits:',
    ['SOTTO_LIMIT_WRITES', 'SOTTO_LIMIT_READS', 'SOTTO_LIMIT_LOGINS', 'SOTTO_LIMIT_FAUCET', 'SOTTO_LIMIT_GAS'],
  ],
  ['First start:', ['SOTTO_ADMIN_EMAIL']],
  ['Watching:', ['SOTTO_LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT']],
]

/** What every command needs to find the same data; the others are in the help of `start` alone. */
const everywhere: readonly VariableName[] = ['SOTTO_DATA_DIR', 'SOTTO_NETWORK']

export const all = Object.entries(variables as Record<string, Variable>)

/** Adds every setting as an option. Which of them the help shows is `show`; secrets are refused, and shown nowhere. */
export function withSettings(command: Command, show: 'all' | 'few' = 'few'): Command {
  for (const [name, variable] of all) {
    const flags = `--${optionName(name)} ${name === 'SOTTO_FULL_PROOFS' ? '[value]' : '<value>'}`
    const option = new Option(flags, variable.secret ? '' : helpOf(variable)).hideHelp(
      variable.secret === true || !shown(name, show),
    )
    // Said for the completion; whether a value is right, the schema decides.
    const choices = choicesOf(variable)
    if (choices !== undefined) option.argChoices = choices
    command.addOption(option.helpGroup(show === 'few' || variable.secret ? 'Data:' : topicOf(name)))
  }
  return command
}

function shown(name: string, show: 'all' | 'few'): boolean {
  return show === 'all' || everywhere.includes(name as VariableName)
}

function topicOf(name: string): string {
  const found = topics.find(([, names]) => names.includes(name as VariableName))
  return found?.[0] ?? 'Options:'
}

function helpOf({ meaning, fallback }: Variable): string {
  const short = fallback !== undefined && fallback !== '' && fallback.length < 40 ? ` (default: ${fallback})` : ''
  return `${meaning.replaceAll('`', '')}${short}`
}

function choicesOf({ schema, fallback }: Variable): string[] | undefined {
  const { def } = schema as unknown as { def: { type: string; entries?: Record<string, string> } }
  if (def.type === 'enum') return Object.values(def.entries ?? {})
  return fallback === 'on' || fallback === 'off' ? ['on', 'off'] : undefined
}

/** Settings that an option or the environment gives; an empty variable gives none. */
export type Given = ReadonlyMap<VariableName, 'option' | 'environment'>

export function configOf(command: Command, env: Source): Config {
  return settingsOf(command, env).config
}

/** The settings in force, and who gave them: options win over the environment. */
export function settingsOf(command: Command, env: Source): { config: Config; given: Given } {
  const written = command.optsWithGlobals() as Record<string, string | boolean | undefined>
  const options = Object.keys(variables).map((name) => {
    const value = written[optionName(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    return [name, value === true ? 'on' : value]
  })
  const set = options.filter((option): option is [string, string] => option[1] !== undefined)
  for (const [name] of set) refuseSecret(name)
  const source: Source = { ...env, ...Object.fromEntries(set) }
  const byOption = new Set(set.map(([name]) => name))
  const named = (Object.keys(variables) as VariableName[]).filter((name) => (source[name] ?? '') !== '')
  const given = new Map(named.map((name) => [name, byOption.has(name) ? 'option' : 'environment'] as const))
  return { config: readConfig(source), given }
}

/** Other users of the machine see a command line in the list of processes, and the shell keeps it. */
function refuseSecret(name: string): void {
  if (!(variables as Record<string, Variable>)[name]?.secret) return
  throw new ConfigurationError(
    name,
    `is a secret, and other users of this machine can read command lines. Set ${name} in the environment instead of --${optionName(name)}.`,
  )
}
