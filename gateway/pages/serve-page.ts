import { basename } from 'node:path'
import type { Context, Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { staticFile } from '../http/static-file.ts'
import { type Bundled, bundledFile, pageFile } from './page-files.ts'

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

export const pageHeaders = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** Where a gateway is reached: as it is told, else as this request has reached it. */
export function originOf(publicUrl: string | undefined, url: string): string {
  return publicUrl ?? new URL(url).origin
}

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

export type Page = {
  /** Its path, and its folder under `pages/`. */
  name: 'account' | 'verify'
  /** Its script and its style sheets, served in its own folder: those of `ui/` too, which pages share. */
  bundled: readonly Bundled[]
  /** What browsers may do here, beside the rest. */
  headers?: Record<string, string>
}

/** A page of the gateway's own: its HTML, icon, styles and script, under one strict policy. */
export function servePage(app: Hono<Env>, { name, bundled, headers: more }: Page): void {
  serve(app, `/${name}`, 'html', () => staticFile(pageFile(name, 'index.html')), more)
  serve(app, `/${name}/icon.svg`, 'svg', () => staticFile(pageFile(name, 'icon.svg')), more)
  serveFiles(app, name, bundled, more)
}

/** Scripts and style sheets in the folder of a page. */
export function serveFiles(app: Hono<Env>, name: string, bundled: readonly Bundled[], more?: Page['headers']): void {
  for (const each of bundled)
    serve(app, `/${name}/${basename(each)}`, each.endsWith('.css') ? 'css' : 'js', () => bundledFile(each), more)
}

function serve(
  app: Hono<Env>,
  path: string,
  type: keyof typeof types,
  bytes: () => Promise<Uint8Array<ArrayBuffer>>,
  more: Page['headers'],
): void {
  app.get(path, async (c: Context) =>
    c.body(await bytes(), 200, { ...pageHeaders, ...more, 'content-type': types[type] }),
  )
}
