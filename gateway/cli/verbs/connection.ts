import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Command } from 'commander'
import { type Client, createClient } from '#shared/client.ts'
import { NotAnAnswer } from '#shared/client-errors.ts'
import { Failed } from '#shared/client-failure.ts'
import type { Source } from '../../config/config.ts'
import { printableLine } from '../../world/printable.ts'
import { bytesOf } from '../explain.ts'

const LOCAL = 'http://127.0.0.1:7984'
/** Where an owner keeps which gateway is theirs, as `.config/sotto/gateway` of their home. */
const USUAL = ['.config', 'sotto', 'gateway']

/** A gateway as its clients on the command line reach it. */
export type Connection = { origin: string; apiKey: string }

type Options = { gateway?: string; gatewayFile?: string }

/** Options of a command that asks a gateway over HTTP. The key is none: other users of a machine can read command lines. */
export function withGateway(command: Command): Command {
  return command
    .option('--gateway <url>', `address of the gateway (SOTTO_GATEWAY_URL; else ${LOCAL})`)
    .option('--gateway-file <file>', 'file with the API key (SOTTO_GATEWAY_FILE; else ~/.config/sotto/gateway)')
}

export function clientFor(command: Command, env: Source): Client {
  const connection = connectionOf(command.opts<Options>(), env)
  const ask = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: init.signal ?? within(READ_MS, `The gateway at ${connection.origin}`) })
  return createClient({
    ...connection,
    fetch: async (url, init) => ofGateway(connection, init, await ask(url, init).catch(notReached(connection))),
  })
}

/** The answer, which of a gateway is JSON, but for the files that it was asked for. Throws where another server gave it. */
async function ofGateway({ origin }: Connection, init: RequestInit, answer: Response): Promise<Response> {
  const { ok, status, headers } = answer
  const isFile = ok && new Headers(init.headers).get('accept') !== 'application/json'
  if (isFile || headers.get('content-type')?.includes('json') === true) return answer
  await answer.body?.cancel()
  const orProxy = status < 500 ? '' : ', or a proxy whose gateway is down'
  const message = `What answers at ${origin} is no Sotto gateway${orProxy} (${status}).`
  throw Object.assign(new NotAnAnswer(status), { message })
}

/** Balances wait 20 seconds for the chain, receipts 30 for a decryption. */
const READ_MS = 60_000

/** Ends a call that takes longer, its body too, with a failure that says so. */
export function within(ms: number, who = 'The gateway'): AbortSignal {
  const ending = new AbortController()
  const late = new Failed({ code: 'timeout', message: `${who} did not answer within ${ms / 1_000} s.` })
  setTimeout(() => ending.abort(late), ms).unref()
  return ending.signal
}

/** Throws what `fetch` does, with a sentence that names the address that was tried; its cause stays. */
function notReached({ origin }: Connection): (error: unknown) => never {
  const message = `The gateway at ${origin} cannot be reached: does it run, and is the address right?`
  const redirected = `${origin} redirects to another address: name that of the gateway itself.`
  return (error) => {
    if (!(error instanceof TypeError)) throw error
    const cause = error.cause instanceof Error ? error.cause : undefined
    // An error of the network has a code, and may hold the name of the host.
    const isRedirect = !(cause && 'code' in cause) && /redirect/.test(`${error.message} ${cause?.message}`)
    throw new Failed({ code: 'unreachable', message: isRedirect ? redirected : message }, error.cause)
  }
}

/** From options, then the environment, then a file that only its owner can read. Throws if there is no key, or if one would be shown. */
export function connectionOf({ gateway, gatewayFile }: Options, env: Source, home = homedir()): Connection {
  const named = gatewayFile ?? told(env.SOTTO_GATEWAY_FILE)
  const usual = join(home, ...USUAL)
  const kept = named !== undefined || existsSync(usual) ? keptIn(named ?? usual) : {}
  const apiKey = told(env.SOTTO_API_KEY) ?? kept.SOTTO_API_KEY
  const origin = originOf(gateway ?? told(env.SOTTO_GATEWAY_URL) ?? kept.SOTTO_GATEWAY_URL ?? LOCAL)
  if (apiKey === undefined)
    throw new Error(
      `There is no API key. Set SOTTO_API_KEY, or write it alone or as SOTTO_API_KEY=… into ${printableLine(named ?? usual)} (mode 600). "sotto api-key create" makes one.`,
    )
  // `fetch` would throw before anything is sent, and not say why.
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new Error(
      `${told(env.SOTTO_API_KEY) === undefined ? printableLine(named ?? usual) : 'SOTTO_API_KEY'} holds no API key: there is a character in it that none has. Copy the key again, whole and without a line break.`,
    )
  return { origin, apiKey }
}

const told = (text: string | undefined) => (text === undefined || text.trim() === '' ? undefined : text.trim())

/** Lines as of an environment file, or the key alone, as "sotto api-key create" prints it. */
function keptIn(file: string): { SOTTO_API_KEY?: string | undefined; SOTTO_GATEWAY_URL?: string | undefined } {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${printableLine(file)} can be read by other users, and is to hold an API key: chmod 600 it.`)
  const text = bytesOf(file).toString('utf8').trim()
  if (/^\S+$/.test(text) && !text.includes('=')) return { SOTTO_API_KEY: text }
  const { SOTTO_API_KEY: key, SOTTO_GATEWAY_URL: url } = parseEnv(text)
  return { SOTTO_API_KEY: told(key), SOTTO_GATEWAY_URL: told(url) }
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Over plain http the key would be shown to all in between: where no scheme is written, that is for this machine alone. */
function originOf(text: string): string {
  const scheme = isLoopback(URL.parse(`http://${text}`)?.hostname ?? '') ? 'http' : 'https'
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${scheme}://${text}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw new Error(`"${printableLine(text)}" is no address of a gateway: write one such as https://pay.example.org.`)
  if (url.username !== '' || url.password !== '')
    throw new Error('The address of the gateway has a name or a password in it: they would be sent to nobody.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new Error(`${printableLine(url.origin)} would show the API key to all in between: use https.`)
  return url.origin
}
