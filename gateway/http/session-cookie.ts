import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { BASE_PATH, SESSION_COOKIE } from '#shared/api/endpoints.ts'
import { SESSION_MS } from '#shared/limits.ts'
import type { Config } from '../config/config.ts'
import type { SessionToken } from '../crypto/token.ts'

/** The session that a request carries. Of several cookies of that name the first counts: browsers put the one with the longest path there. */
export function sessionTokenOf(c: Context): SessionToken | undefined {
  const value = getCookie(c, SESSION_COOKIE)
  return value === undefined || value === '' ? undefined : (value as SessionToken)
}

/** Ends with its session, after 24 hours. */
export function sessionCookie(config: Config, token: SessionToken): string {
  return cookie(config, token, SESSION_MS / 1000)
}

/** Takes the cookie back. */
export function clearedSessionCookie(config: Config): string {
  return cookie(config, '', 0)
}

/** `Secure` where the gateway is reached over HTTPS; on plain loopback some browsers would drop such a cookie. */
function cookie({ SOTTO_PUBLIC_URL }: Config, value: string, maxAge: number): string {
  return generateCookie(SESSION_COOKIE, value, {
    path: BASE_PATH,
    maxAge,
    httpOnly: true,
    sameSite: 'Lax',
    secure: SOTTO_PUBLIC_URL?.startsWith('https:') ?? false,
  })
}
