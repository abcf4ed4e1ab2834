import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import type * as z from 'zod/mini'
import { flawsOf } from '../flaws.ts'
import { nearestOf } from '../nearest.ts'
import { clientVariables } from './client-variables.ts'
import { type Variable, variables } from './variables.ts'

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

/** Whether the operator gives gas to custodial wallets that are short of it when they pay. */
export function sponsorsGas(config: Config): boolean {
  return config.SOTTO_SPONSOR_GAS ?? config.SOTTO_NETWORK === 'offline'
}

/**
 * What the operator's own money may leave for: on a live network only for an amount that the KMS has opened, since it opens
 * nothing but what is on the true chain, whatever a node says. The offline test-net is this gateway's own.
 */
export function amountsForFloat(config: Config): 'anything known' | 'decrypted' {
  return config.SOTTO_NETWORK === 'offline' ? 'anything known' : 'decrypted'
}

/** Which addresses webhooks may reach. */
export function webhookReach(config: Config): 'public' | 'loopback' | 'private' {
  if (config.SOTTO_WEBHOOK_PRIVATE) return 'private'
  return config.SOTTO_NETWORK === 'offline' ? 'loopback' : 'public'
}

/** Every setting in force, as text that can be given back; undefined where there is none. Secrets are in it. */
export function writeConfig(config: Config): Record<VariableName, string | undefined> {
  const inForce: Config = {
    ...config,
    SOTTO_DATA_DIR: dirname(networkDir(config)),
    SOTTO_CONFIRMATIONS: confirmations(config),
    SOTTO_SPONSOR_GAS: sponsorsGas(config),
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

const PREFIX = 'SOTTO_'

/** Variables that begin like ours and are none, most likely typing errors, with the one that was meant, if one is near. */
export function unknownVariables(source: Source): { name: string; nearest: string | undefined }[] {
  const known = Object.keys(variables)
  const own = known.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
  return Object.keys(source)
    .filter((name) => name.startsWith(PREFIX) && ![...known, ...clientVariables].includes(name))
    .map((name) => {
      const nearest = nearestOf(name.slice(PREFIX.length), own)
      return { name, nearest: nearest && `${PREFIX}${nearest}` }
    })
}
