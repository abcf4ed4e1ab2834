import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import * as z from 'zod/mini'
import { CHROME_ORIGIN, FIREFOX_PASSKEY_ORIGIN } from '#shared/extension-identity.ts'
import {
  FAUCET_PER_DAY,
  GAS_PER_DAY,
  LOGINS_PER_WINDOW,
  PASSPHRASE_MIN,
  READS_PER_WINDOW,
  RECEIPT_WAIT_MS,
  WRITES_PER_WINDOW,
} from '#shared/limits.ts'
import { HexAddress } from '#shared/model/ids.ts'
import { formatEther, formatUnits, PositiveAmount, parseAmount } from '#shared/model/money.ts'
import { flawsOf } from './flaws.ts'

const whole = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^(0|[1-9]\d{0,11})$/, 'must be a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`)),
    ),
  )
const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0'], 'must be on or off'),
  z.transform((text: 'on' | 'off' | 'true' | 'false' | '1' | '0') => ['on', 'true', '1'].includes(text)),
)
const isWebUrl = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
const webUrl = z.string().check(z.refine(isWebUrl, { error: 'must be an http or https address' }))
const list = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
)
const key32 = z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'))
const units = z.pipe(
  PositiveAmount,
  z.transform((text: string) => parseAmount(text) ?? 0n),
)
const wei = z.pipe(
  PositiveAmount,
  z.transform((text: string) => (parseAmount(text) ?? 0n) * 10n ** 12n),
)

/** An address, or a range in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

export type Variable = {
  /** What it does, as the README's table says it. */
  meaning: string
  /** As a person would write it; absent where there is none. */
  fallback?: string
  secret?: true
  /** Writes a value so that it can be given back; of most the value itself. */
  write?: (value: never) => string
  schema: z.ZodMiniType
}

/** Every setting, once. The environment variable is the key; the command-line option is its kebab-case without `SOTTO_`. */
export const variables = {
  SOTTO_HOST: { meaning: 'address to listen on', fallback: '127.0.0.1', schema: z.string().check(z.minLength(1)) },
  SOTTO_PORT: { meaning: 'port to listen on; 0 picks a free one', fallback: '7984', schema: whole(0, 65_535) },
  SOTTO_PUBLIC_URL: { meaning: 'public address behind a proxy; its host is accepted', schema: webUrl },
  SOTTO_DATA_DIR: { meaning: 'data folder; one sub-folder per network', schema: z.string().check(z.minLength(1)) },
  SOTTO_MASTER_KEY: {
    meaning: 'master key, 64 hexadecimal digits; else a file of mode 0600 in the data folder',
    secret: true,
    schema: key32,
  },
  DATABASE_URL: { meaning: 'PostgreSQL address; else SQLite in the data folder', secret: true, schema: z.string() },
  SOTTO_NETWORK: { meaning: '`offline` or `sepolia`', fallback: 'offline', schema: z.enum(['offline', 'sepolia']) },
  SOTTO_RPC_URL: { meaning: 'RPC address of the chain (live networks)', secret: true, schema: webUrl },
  SOTTO_RPC_URLS_CONFIRM: {
    meaning:
      'further RPC addresses, comma-separated, that must agree before a sent payment fails or the float pays out',
    fallback: '',
    secret: true,
    schema: list.check(
      z.refine((all) => all.every(isWebUrl), { error: 'must be http or https addresses, comma-separated' }),
    ),
  },
  SOTTO_RPC_URL_ARCHIVE: {
    meaning: 'RPC address of a node that keeps the state of all blocks, asked for who used an old nonce',
    secret: true,
    schema: webUrl,
  },
  SOTTO_RELAYER_URL: { meaning: "address of Zama's relayer (live networks)", schema: webUrl },
  SOTTO_RELAYER_API_KEY: { meaning: "API key for Zama's relayer", secret: true, schema: z.string() },
  SOTTO_OPERATOR_KEY: {
    meaning: 'key that pays faucet, gas and payouts; generated on `offline`',
    secret: true,
    schema: key32,
  },
  SOTTO_STABLE_ADDRESS: { meaning: 'the public token (live networks)', schema: HexAddress },
  SOTTO_CSTABLE_ADDRESS: { meaning: 'the confidential token (live networks)', schema: HexAddress },
  SOTTO_AMOUNTS: {
    meaning: 'confidential amounts: `derived` where a handle proves them, or always `decrypted`',
    fallback: 'derived',
    schema: z.enum(['derived', 'decrypted']),
  },
  SOTTO_REDEEM_MODE: { meaning: 'how a redeem is paid out', fallback: 'backed', schema: z.enum(['backed', 'float']) },
  SOTTO_CONFIRMATIONS: { meaning: 'blocks before a leg counts; 1 offline, 3 live', schema: whole(1, 1000) },
  SOTTO_MAX_FEE_GWEI: {
    meaning: 'the most a unit of gas may cost, in gwei',
    fallback: '500',
    schema: whole(1, 1_000_000),
  },
  SOTTO_RECEIPT_WAIT_MS: {
    meaning: 'how long a money call waits for its receipt',
    fallback: String(RECEIPT_WAIT_MS),
    schema: whole(0, 600_000),
  },
  SOTTO_LIMIT_WRITES: {
    meaning: 'writes a minute per credential',
    fallback: String(WRITES_PER_WINDOW),
    schema: whole(1, 1_000_000),
  },
  SOTTO_LIMIT_READS: {
    meaning: 'reads a minute per credential',
    fallback: String(READS_PER_WINDOW),
    schema: whole(1, 1_000_000),
  },
  SOTTO_LIMIT_LOGINS: {
    meaning: 'login attempts per 15 minutes and IP',
    fallback: String(LOGINS_PER_WINDOW),
    schema: whole(1, 1_000_000),
  },
  SOTTO_LIMIT_FAUCET: {
    meaning: 'STABLE from the faucet per account and day',
    fallback: FAUCET_PER_DAY,
    schema: units,
    write: (value: bigint) => formatUnits(value),
  },
  SOTTO_LIMIT_GAS: {
    meaning: 'ETH from the faucet per account and day',
    fallback: GAS_PER_DAY,
    schema: wei,
    write: (value: bigint) => formatEther(value),
  },
  SOTTO_TRUSTED_PROXIES: {
    meaning: 'addresses of proxies whose X-Forwarded-For counts, comma-separated',
    fallback: '',
    schema: list.check(
      z.refine((all) => all.every(isNetwork), { error: 'must be IP addresses or ranges such as 10.0.0.0/8' }),
    ),
  },
  SOTTO_EXTENSION_ORIGINS: {
    meaning: "origins of browser extensions whose passkeys are accepted, comma-separated; by default the wallet's own",
    fallback: `${CHROME_ORIGIN},${FIREFOX_PASSKEY_ORIGIN}`,
    schema: list,
  },
  SOTTO_METRICS_TOKEN: {
    meaning:
      'token for `/metrics`, at least 16 characters; without one it answers this machine alone, and no public URL',
    secret: true,
    schema: z.string().check(z.minLength(16, 'must be at least 16 characters')),
  },
  SOTTO_ADMIN_EMAIL: { meaning: 'e-mail of the first account', schema: z.email() },
  SOTTO_ADMIN_PASSWORD: {
    meaning: 'password of the first account, 12 to 200 characters',
    secret: true,
    schema: z.string().check(z.minLength(12), z.maxLength(200)),
  },
  SOTTO_TESTNET: {
    meaning:
      'file that names a running test-net: `sotto testnet` writes it, a gateway uses that one instead of its own',
    schema: z.string().check(z.minLength(1)),
  },
  SOTTO_FULL_PROOFS: {
    meaning: 'on the offline test-net: prove every confidential input for real',
    fallback: 'off',
    schema: flag,
  },
  SOTTO_KEEP_BYTES_DAYS: {
    meaning: 'days after which the signed bytes of ended payments are forgotten',
    fallback: '90',
    schema: whole(2, 36_500),
  },
  SOTTO_WORKER: {
    meaning: 'moves in-flight transactions on without waiting for a read',
    fallback: 'off',
    schema: flag,
  },
  SOTTO_BACKUP_PASSPHRASE: {
    meaning: 'passphrase of `sotto backup` and `sotto restore`; else a file or standard input',
    secret: true,
    schema: z.string().check(z.minLength(PASSPHRASE_MIN, `must be at least ${PASSPHRASE_MIN} characters`)),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning:
      'address of an OpenTelemetry collector (OTLP over HTTP) that gets traces; no amount, key or address is in them',
    schema: webUrl,
  },
  SOTTO_LOG_LEVEL: {
    meaning: '`debug`, `info`, `warn`, `error` or `silent`',
    fallback: 'info',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
type Value<Name extends VariableName> = z.infer<(typeof variables)[Name]['schema']>
type Optional<Name extends VariableName> = (typeof variables)[Name] extends { fallback: string } ? never : undefined

export type Config = { [Name in VariableName]: Value<Name> | Optional<Name> }

export type Source = Record<string, string | undefined>

export class ConfigurationError extends Error {
  readonly variable: string
  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`)
    this.name = 'ConfigurationError'
    this.variable = variable
  }
}

/** `--data-dir` for `SOTTO_DATA_DIR`, `--database-url` for `DATABASE_URL`. */
export function optionName(variable: string): string {
  return variable
    .replace(/^SOTTO_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
}

/** Reads every variable once; an empty one counts as absent. Throws `ConfigurationError` at the first that is wrong. */
export function readConfig(source: Source): Config {
  const entries = Object.entries(variables as Record<string, Variable>).map(([name, variable]) => {
    const text = source[name] === '' ? undefined : source[name]
    const given = text ?? variable.fallback
    if (given === undefined) return [name, undefined]
    const parsed = variable.schema.safeParse(given)
    if (!parsed.success) throw new ConfigurationError(name, whatIsWrong(parsed.error.issues, given))
    return [name, parsed.data]
  })
  return Object.fromEntries(entries) as Config
}

function whatIsWrong([issue]: readonly z.core.$ZodIssue[], given: string): string {
  const [flaw] = issue === undefined ? [] : flawsOf(issue, given)
  return flaw?.message ?? 'is not valid'
}

/** The folder of the configured network: keys of different networks never meet. */
export function networkDir(config: Config): string {
  return join(config.SOTTO_DATA_DIR ?? envPaths('sotto', { suffix: '' }).data, config.SOTTO_NETWORK)
}

export function confirmations(config: Config): number {
  return config.SOTTO_CONFIRMATIONS ?? (config.SOTTO_NETWORK === 'offline' ? 1 : 3)
}

/**
 * What the operator's own money may leave for: on a live network only for an amount that the KMS has opened, since it opens
 * nothing but what is on the true chain, whatever a node says. The offline test-net is this gateway's own.
 */
export function floatBelieves(config: Config): 'anything known' | 'decrypted' {
  return config.SOTTO_NETWORK === 'offline' ? 'anything known' : 'decrypted'
}

/** Every setting in force, as text that can be given back; undefined where there is none. Secrets are not masked here. */
export function writeConfig(config: Config): Record<VariableName, string | undefined> {
  const inForce: Config = {
    ...config,
    SOTTO_DATA_DIR: dirname(networkDir(config)),
    SOTTO_CONFIRMATIONS: confirmations(config),
  }
  const entries = Object.entries(variables as Record<string, Variable>).map(([name, { write }]) => {
    const value = inForce[name as VariableName]
    return [name, value === undefined ? undefined : (write?.(value as never) ?? plain(value))]
  })
  return Object.fromEntries(entries)
}

function plain(value: Config[VariableName]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Variables that begin like ours and are none, with the nearest that is: most likely a typing error. */
export function unknownVariables(source: Source): { name: string; nearest: string }[] {
  const known = Object.keys(variables)
  return Object.keys(source)
    .filter((name) => name.startsWith('SOTTO_') && !known.includes(name))
    .map((name) => ({ name, nearest: nearestOf(name, known) }))
}

/** The one that takes the fewest insertions, deletions and replacements. */
export function nearestOf(text: string, known: readonly string[]): string {
  const [first = ''] = known.toSorted((a, b) => distance(text, a) - distance(text, b))
  return first
}

/** Levenshtein's, row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
