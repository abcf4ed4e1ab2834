import type { Hono } from 'hono'
import { BASE_PATH } from '#shared/api/endpoints.ts'
import { openApi } from '#shared/openapi/openapi.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Config } from '../../config/config.ts'
import type { Env } from '../../http/env.ts'
import { passHeaders } from '../../http/headers.ts'
import { version } from '../../version.ts'
import { originOf, pageHeaders, serveFiles } from '../serve-page.ts'
import type { OpenApi } from './document.ts'
import { docsHtml } from './page.ts'

/** The OpenAPI document, and a page that shows it, without a script. */
export function docsRoutes(app: Hono<Env>, { SOTTO_PUBLIC_URL: publicUrl }: Pick<Config, 'SOTTO_PUBLIC_URL'>): void {
  // Made when it is first asked for: a start waits for nothing that few ask for.
  let made: OpenApi | undefined
  let page: { origin: string; html: string } | undefined
  let json: string | undefined
  const document = () => {
    made ??= openApi(version) as OpenApi
    return made
  }
  app.get(`${BASE_PATH}/openapi.json`, (c) => {
    passHeaders(c)
    json ??= JSON.stringify(document())
    return c.body(json, 200, { 'content-type': 'application/json' })
  })
  app.all(`${BASE_PATH}/openapi.json`, () => {
    throw new Refusal('method_not_allowed', { headers: { allow: 'GET' } })
  })
  app.get('/docs', (c) => {
    const origin = originOf(publicUrl, c.req.url)
    if (page?.origin !== origin) page = { origin, html: docsHtml(document(), origin) }
    return c.body(page.html, 200, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' })
  })
  serveFiles(app, 'docs', ['ui/tokens.css', 'docs/docs.css'])
}
