import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Context, Hono } from 'hono'
import { asset } from '../assets.ts'
import type { Env } from '../http/env.ts'

/** The sign-in page's files. Plain browser code: what is served is what is written here. */
const files = {
  'account.css': 'text/css',
  'activity.js': 'text/javascript',
  'api-keys.js': 'text/javascript',
  'api.js': 'text/javascript',
  'ceremony.js': 'text/javascript',
  'dialog.js': 'text/javascript',
  'dom.js': 'text/javascript',
  'fresh.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
  'main.js': 'text/javascript',
  'passkeys.js': 'text/javascript',
  'password.js': 'text/javascript',
  'qr.js': 'text/javascript',
  'section.js': 'text/javascript',
  'sessions.js': 'text/javascript',
  'sign-in.js': 'text/javascript',
  'totp.js': 'text/javascript',
} as const

const headers = {
  // Nothing from elsewhere, nothing inline, no form that a browser would send by itself, no text that becomes markup.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'publickey-credentials-create=(self), publickey-credentials-get=(self)',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** `/account`: password, codes, passkeys, API keys and sessions, on the gateway's own origin. */
export function accountPage(app: Hono<Env>): void {
  const serve = (path: string, type: string, file: () => string) =>
    app.get(path, async (c: Context) => {
      const body = await readFile(file(), 'utf8')
      return c.body(body, 200, { ...headers, 'content-type': `${type}; charset=utf-8` })
    })
  serve('/account', 'text/html', () => asset('pages/account/index.html'))
  serve('/account/uqr.js', 'text/javascript', qrLibrary)
  for (const [name, type] of Object.entries(files))
    serve(`/account/${name}`, type, () => asset(`pages/account/${name}`))
}

/** Copied beside the code when it is built; from source, where npm put it. */
function qrLibrary(): string {
  const copied = asset('pages/account/uqr.js')
  return existsSync(copied) ? copied : fileURLToPath(import.meta.resolve('uqr'))
}
