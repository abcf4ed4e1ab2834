import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { Check, Trust } from '#shared/model/nota.ts'
import { Refusal } from '#shared/refusal.ts'
import { walletKeys } from '../../../chain/live/wallet-keys.ts'
import type { Config, Source } from '../../../config/config.ts'
import { inspect, isValid, payersOf, unchecked } from '../../../notas/format/inspect.ts'
import { type OpenNota, openNota } from '../../../notas/format/open-nota.ts'
import { trustOf } from '../../../notas/trust.ts'
import { systemClock } from '../../../world/clock.ts'
import { printableJson, printableLine } from '../../../world/printable.ts'
import { bytesOf } from '../../explain.ts'
import { NoInstallation, openInstalled } from '../../open-store.ts'
import { print } from '../../print.ts'
import { configOf, withSettings } from '../../settings.ts'

/** `sotto nota verify FILE`: without a gateway, without a chain. */
export function notaCommand(env: Source): Command {
  const group = new Command('nota').description('look into nota files')
  const verify = group
    .command('verify')
    .description('check signatures offline; ends with 0 if valid, 1 if not, 2 if intact but of an unknown issuer')
    .argument('<file>', 'a .nota file; - reads standard input')
    .option('--json', 'as a JSON object')
  withSettings(verify).action(async () => {
    const config = configOf(verify, env)
    process.exitCode = await report(config, read(verify), verify.opts().json === true)
  })
  return group
}

/** Files that went through an editor or a shell end with a line break. */
function read(command: Command): string {
  const [file = ''] = command.args
  return (file === '-' ? readFileSync(0) : bytesOf(file)).toString('latin1').trim()
}

async function report(config: Config, text: string, json: boolean): Promise<number> {
  const opened = await openNota(text, systemClock.now(), walletKeys).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (opened instanceof Refusal) {
    const { message } = opened
    print(json ? `${printableJson({ valid: false, refused: message })}\n` : `refused: ${printableLine(message)}\n`)
    return 1
  }
  const trust = await trustHere(config, opened)
  const offline = unchecked(opened, 'Not checked offline; ask a gateway.')
  const checks = [...(await inspect(opened, walletKeys)), ...offline]
  const valid = isValid(trust, checks)
  if (json) print(`${printableJson({ valid, trust, type: opened.type, content: opened.content, checks })}\n`)
  else print(`${[...said(opened), '', ...checks.map(line), '', verdict(valid, trust, checks)].join('\n')}\n`)
  if (valid) return 0
  return checks.some((check) => check.result === 'failed') ? 1 : 2
}

/** Pins are kept in the data folder. Without one no issuer is known; a look makes none. */
async function trustHere(config: Config, nota: OpenNota): Promise<Trust> {
  const store = await openInstalled(config).catch((error: unknown) => {
    if (error instanceof NoInstallation) return undefined
    throw error
  })
  if (store === undefined) return 'unknown'
  return trustOf(store.db, nota).finally(() => store.db.destroy())
}

function said({ type, content, fingerprint }: OpenNota): string[] {
  const absent = { exp: undefined, walletSignature: undefined, byName: undefined }
  const { iat, exp, v: _, walletSignature: __, byName: ___, ...rest } = { ...absent, ...content }
  const { legs = [], ...plain } = 'legs' in rest ? rest : { ...rest, legs: [] }
  const dates = { issued: dateOf(iat), ...(exp === undefined ? {} : { expires: dateOf(exp) }) }
  const payers = type === 'request' ? payersOf(content) : undefined
  const how = payers === undefined ? {} : { 'how to pay': payers }
  const fields = Object.entries({ ...dates, issuer: fingerprint, ...plain, ...how })
  const none = type === 'request' ? 'any' : 'not known'
  const rows = fields.map(([name, value]) => `${name.padEnd(14)} ${printableLine(String(value ?? none))}`)
  const moves = legs.map((leg) => `${leg.kind.padEnd(14)} ${leg.txHash} in block ${leg.block} (${leg.outcome})`)
  return [kinds[type], ...rows, ...moves]
}

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()

const kinds = { receipt: 'A receipt', 'address-card': 'An address card', request: 'A request to be paid' }

const marks = { passed: 'ok  ', failed: 'BAD ', not_checked: '-   ' }

function line({ name, result, detail }: Check): string {
  return `${marks[result]} ${name.padEnd(18)} ${printableLine(detail)}`
}

function verdict(valid: boolean, trust: Trust, checks: Check[]): string {
  if (valid) return trust === 'unknown' ? 'valid: signed by the wallet itself' : `valid: the issuer is ${words[trust]}`
  if (checks.some((check) => check.result === 'failed')) return 'not valid: see above'
  return 'intact, but its issuer is not known here: if you know it, "sotto trust add FINGERPRINT"'
}

const words = { this_gateway: 'this gateway', trusted: 'trusted here', unknown: 'unknown' }
