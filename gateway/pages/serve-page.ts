import type { Context, Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { staticFile } from '../http/static-file.ts'
import { pageFile, pageScript, uiFile } from './page-files.ts'

/** Nothing from elsewhere, nothing inline, no form that a browser would send by itself, no text that becomes markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

export type Page = {
  /** Its path, its folder under `pages/`, and the name of its script. */
  name: 'account' | 'verify'
  /** Style sheets of its own and, from `shared/ui/`, those that it shares. */
  styles: { own: string; shared: readonly string[] }
  /** What browsers may do here, beside the rest. */
  headers?: Record<string, string>
}

/** A page of the gateway's own: its HTML, icon, styles and script, under one strict policy. */
export function servePage(app: Hono<Env>, { name, styles, headers: more }: Page): void {
  const serve = (path: string, type: keyof typeof types, bytes: () => Promise<Uint8Array<ArrayBuffer>>) =>
    app.get(path, async (c: Context) =>
      c.body(await bytes(), 200, { ...headers, ...more, 'content-type': types[type] }),
    )
  const file = (path: string) => () => staticFile(path)

  serve(`/${name}`, 'html', file(pageFile(name, 'index.html')))
  serve(`/${name}/icon.svg`, 'svg', file(pageFile(name, 'icon.svg')))
  serve(`/${name}/${styles.own}`, 'css', file(pageFile(name, styles.own)))
  for (const style of styles.shared) serve(`/${name}/${style}`, 'css', file(uiFile(style)))
  serve(`/${name}/${name}.js`, 'js', () => pageScript(name))
}
