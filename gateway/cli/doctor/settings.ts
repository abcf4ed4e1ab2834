import { isCommon } from '../../accounts/password-rules.ts'
import type { Config } from '../../config/config.ts'
import { commonPasswords } from '../../crypto/common-passwords.ts'
import { type Finding, ok, warn } from './finding.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** The configuration has been read, so it is well-formed; whether it is wise is another matter. */
export function checkSettings(config: Config): Finding[] {
  return [listener(config), ...publicUrl(config), ...adminPassword(config)]
}

/** What of it should be mended: said at every start too. */
export function warnings(config: Config): Finding[] {
  return checkSettings(config).filter(({ state }) => state !== 'ok')
}

function listener({ SOTTO_HOST: host, SOTTO_PORT: port, SOTTO_PUBLIC_URL: url }: Config): Finding {
  const where = `set to listen on ${host}, port ${port}`
  if (loopback.test(host) || url !== undefined) return ok('listener', where)
  return warn(
    'listener',
    `${where}, and answers to loopback names only`,
    'set SOTTO_PUBLIC_URL, or SOTTO_HOST=127.0.0.1',
  )
}

function publicUrl(config: Config): Finding[] {
  const { SOTTO_PUBLIC_URL: url, SOTTO_TRUSTED_PROXIES: proxies } = config
  if (url === undefined) return []
  const { protocol, hostname } = new URL(url)
  const tls =
    protocol === 'https:' || loopback.test(hostname)
      ? ok('public address', url)
      : warn(
          'public address',
          `${url} has no TLS: passwords and cookies can be read on the way, passkeys fail`,
          'put TLS in front, and https:// into SOTTO_PUBLIC_URL',
        )
  const proxy =
    proxies.length > 0
      ? ok('proxy', `X-Forwarded-For counts from ${proxies.join(', ')}`)
      : warn(
          'proxy',
          'no trusted proxy is named: all clients look alike, and share the login limit',
          "set SOTTO_TRUSTED_PROXIES to the proxy's address",
        )
  return [tls, proxy]
}

function adminPassword({ SOTTO_ADMIN_PASSWORD: password }: Config): Finding[] {
  if (password === undefined || !isCommon(password, commonPasswords())) return []
  return [
    warn(
      'first account',
      'SOTTO_ADMIN_PASSWORD is among the most common passwords',
      'choose another, and change it at /account',
    ),
  ]
}
