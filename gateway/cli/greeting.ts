import type { Created } from '../accounts/create-account.ts'
import { type Config, networkDir } from '../config.ts'
import type { DevnetInfo } from '../devnet/types.ts'

/** One line for scripts. */
export function testnetLine(testnet: DevnetInfo): string {
  const { rpcUrl, chainId, stable, cstable } = testnet
  return `sotto test-net ${rpcUrl} chain ${chainId} stable ${stable} cstable ${cstable}`
}

/** What a person needs next. */
export function greeting(config: Config, url: string, created: Created | undefined): string {
  const email = created?.email ?? config.SOTTO_ADMIN_EMAIL ?? 'admin@sotto.local'
  const lines = [
    '',
    `  API            ${url}/api/v1`,
    `  Documentation  ${url}/docs`,
    `  Sign-in page   ${signInPage(config, url)}`,
    `  Data folder    ${networkDir(config)}`,
    ...(created === undefined ? [] : accountLines(created)),
    '',
    '  Make an API key, in another terminal:',
    `    ${command()} api-key create --email ${email} --label first`,
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

function accountLines(created: Created): string[] {
  if (!created.generated) return [`  Account        ${created.email}, with the password you set`]
  return [
    `  Account        ${created.email}`,
    `  Password       ${created.password}  (shown once; it must be changed at the first sign-in)`,
  ]
}

/** How to call the command line from where this was started. */
function command(): string {
  return process.env.npm_lifecycle_event === undefined ? 'sotto' : 'npm run -s sotto --'
}
