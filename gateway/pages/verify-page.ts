import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { asset } from '../assets.ts'
import type { Env } from '../http/env.ts'

/** Nothing from elsewhere, nothing inline; the page asks this gateway for its keys, and sends nothing anywhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const files = {
  '/verify': ['index.html', 'text/html; charset=utf-8'],
  '/verify/style.css': ['style.css', 'text/css; charset=utf-8'],
  '/verify/icon.svg': ['icon.svg', 'image/svg+xml'],
} as const

/** The page on which anybody can see what a nota proves, without an account. */
export function verifyPage(app: Hono<Env>): void {
  for (const [path, [name, type]] of Object.entries(files)) {
    app.get(path, async (c) => {
      const bytes = await readFile(asset(`pages/verify/${name}`))
      return c.body(new Uint8Array(bytes), 200, headersOf(type))
    })
  }
  app.get('/verify/verify.js', async (c) => c.body(await script(), 200, headersOf('text/javascript; charset=utf-8')))
}

function headersOf(type: string) {
  return {
    'content-type': type,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  }
}

let bundled: Promise<Uint8Array<ArrayBuffer>> | undefined

/** Made when the package is built; from source, once it is first asked for. */
async function script(): Promise<Uint8Array<ArrayBuffer>> {
  const built = asset('pages/verify/verify.js')
  if (existsSync(built)) return new Uint8Array(await readFile(built))
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<Uint8Array<ArrayBuffer>> {
  // Named at run time, so that the built gateway does not carry the bundler along.
  const bundler = join(dirname(asset('')), 'scripts', 'verify-page.ts')
  const { bundleVerifyPage } = (await import(bundler)) as typeof import('../../scripts/verify-page.ts')
  return bundleVerifyPage()
}
