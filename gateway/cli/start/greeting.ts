import { resolve } from 'node:path'
import type { Created } from '../../accounts/create-account.ts'
import { type Config, networkDir } from '../../config/config.ts'
import type { TestnetInfo } from '../../testnet/types.ts'
import { quoted } from '../print.ts'
import { firstEmail } from './first-account.ts'

/** One line for scripts. */
export function testnetLine(testnet: TestnetInfo): string {
  const { rpcUrl, chainId, stable, cstable } = testnet
  return `sotto test-net ${rpcUrl} chain ${chainId} stable ${stable} cstable ${cstable}`
}

/** The first account, as soon as it is made: what fails afterwards must not take its password along. */
export function accountWords(created: Created): string {
  const lines = created.generated
    ? [
        `  Account        ${created.email}`,
        `  Password       ${created.password}  (shown once; it must be changed at the first sign-in)`,
      ]
    : [`  Account        ${created.email}, with the password you set`]
  return `${['', ...lines, ''].join('\n')}\n`
}

/**
 * What a person needs next. `listening`: where the gateway listens. `unused`: the first account's password is, since an earlier
 * start. `email`: whose key is made.
 */
export function greeting(config: Config, listening: string, unused: boolean, email = firstEmail(config)): string {
  // Who listens everywhere is not called everywhere: from this machine, or what a container publishes on it, it is here.
  const url = listening.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//127.0.0.1:')
  const lines = [
    '',
    `  API            ${url}/api/v1`,
    `  Documentation  ${url}/docs`,
    `  Sign-in page   ${signInPage(config, url)}`,
    `  Data folder    ${networkDir(config)}`,
    ...(unused ? unusedLines(config, email) : []),
    '',
    '  Make an API key, in another terminal (and in the same folder):',
    `    KEY=$(${command()} api-key create --email ${quoted(email)} --label first${where(config)})`,
    ...(isDeno() ? ['', '  "sotto" is the function of gateway/docs/running.md, "On Deno".'] : []),
    '',
    '  And use it:',
    `    curl -H "Authorization: Bearer $KEY" ${url}/api/v1/auth/session`,
    '',
    '  Ctrl-C stops.',
    '',
  ]
  return `${lines.join('\n')}\n`
}

/** Under a name where it can be: a passkey never belongs to an address in numbers. */
function signInPage({ SOTTO_PUBLIC_URL: publicUrl }: Config, url: string): string {
  return new URL('/account', publicUrl ?? url.replace('//127.0.0.1:', '//localhost:')).href
}

function unusedLines(config: Config, email: string): string[] {
  return [
    `  Account        ${email}`,
    '',
    '  The password that the first start printed has not been used. For a new one:',
    `    ${command()} account reset-password --email ${quoted(email)}${where(config)}`,
  ]
}

/** There a command has the rights that its caller gives it, and needs as few as the gateway. */
const isDeno = () => 'Deno' in globalThis

/** How to call the command line from where this was started, in words that work as they stand. */
export function command(env = process.env, argv = process.argv): string {
  // npx names itself there, where there is no project whose script could be run.
  if (env.npm_lifecycle_event !== undefined && env.npm_lifecycle_event !== 'npx') return 'npm run -s sotto --'
  const [program = 'node', script = ''] = argv
  if (isDeno()) return 'sotto'
  // Put on the PATH by an installation; one that npx made for this once is not.
  return /[\\/]sotto$/.test(script) && !script.includes('_npx') ? 'sotto' : `${quoted(program)} ${quoted(script)}`
}

/** What a command needs to find the same data: an environment variable of this terminal is not set in another. */
function where({ SOTTO_DATA_DIR: folder, SOTTO_NETWORK: network }: Config): string {
  const given = [
    ...(folder === undefined ? [] : ['--data-dir', quoted(resolve(folder))]),
    ...(network === 'offline' ? [] : ['--network', network]),
  ]
  return given.map((word) => ` ${word}`).join('')
}
