import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { BASE_PATH } from '#shared/api/endpoints.ts'
import { openApi } from '#shared/openapi/openapi.ts'
import { asset } from '../assets.ts'
import type { Env } from '../http/env.ts'
import { addHeaders, passHeaders } from '../http/headers.ts'
import { staticFile } from '../http/static-file.ts'
import { version } from '../version.ts'

const types = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const
type VendorFile = keyof typeof types

/** Everything from this gateway; the viewer sets inline styles, and runs no inline script. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sotto: API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <p class="docs-home"><a href="/">Sotto: this gateway</a></p>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The same document as data: <a href="${BASE_PATH}/openapi.json">openapi.json</a></noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({
  url: '${BASE_PATH}/openapi.json', dom_id: '#docs', deepLinking: true, docExpansion: 'list',
  defaultModelsExpandDepth: -1, validatorUrl: null, persistAuthorization: false,
})
if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.classList.add('dark-mode')
`

/** The OpenAPI document, and a page that shows it without reaching for anything outside this gateway. */
export function docsRoutes(app: Hono<Env>): void {
  // Made when it is first asked for: a start waits for nothing that few ask for.
  let document: ReturnType<typeof openApi> | undefined
  app.get(`${BASE_PATH}/openapi.json`, (c) => {
    document ??= openApi(version)
    passHeaders(c)
    return c.json(document)
  })
  app.use('/docs/*', async (c, next) => {
    addHeaders(c, { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' })
    passHeaders(c)
    await next()
  })
  app.get('/docs', (c) => {
    c.header('content-security-policy', policy)
    return c.html(page)
  })
  app.get('/docs/start.js', (c) => c.body(start, 200, { 'content-type': 'text/javascript' }))
  for (const [name, type] of Object.entries(types)) {
    app.get(`/docs/${name}`, async (c) => {
      const bytes = await staticFile(vendorFile(name as VendorFile))
      return c.body(bytes, 200, { 'content-type': type, 'cache-control': 'max-age=3600' })
    })
  }
}

/** Copied beside the code when it is built; from source, where npm put it. */
function vendorFile(name: VendorFile): string {
  const copied = asset(`docs/vendor/${name}`)
  return existsSync(copied) ? copied : fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
}
