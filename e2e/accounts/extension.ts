import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const FIREFOX_ID = 'accounts-test@sotto.invalid'
export const FIREFOX_UUID = '11111111-2222-4333-8444-555555555555'

export type Extension = { folder: string; origin: string; remove(): void }

/** The least that can be called a browser extension: one empty page, and the permission for localhost. */
export function makeExtension(browser: 'chromium' | 'firefox'): Extension {
  const folder = mkdtempSync(join(tmpdir(), 'sotto-extension-'))
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const own =
    browser === 'chromium'
      ? { key: key.toString('base64'), background: { service_worker: 'worker.js' } }
      : { browser_specific_settings: { gecko: { id: FIREFOX_ID } } }
  const manifest = {
    manifest_version: 3,
    name: 'Accounts test',
    version: '1.0',
    host_permissions: ['http://localhost/*', 'http://127.0.0.1/*'],
    ...own,
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'page.html'), '<!doctype html><title>Extension</title><h1>Extension</h1>')
  writeFileSync(join(folder, 'worker.js'), '')
  const origin = browser === 'chromium' ? `chrome-extension://${idOf(key)}` : `moz-extension://${FIREFOX_UUID}`
  return { folder, origin, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Chromium names an extension by the hash of its key, in the letters a to p. */
function idOf(key: Buffer): string {
  const hex = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return [...hex].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
}

/** Code for a page that calls the API with its cookie, and answers the status and body. */
export function calling(origin: string, method: string, path: string, body?: unknown): string {
  const json =
    body === undefined
      ? ''
      : `, headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))}`
  return `fetch(${JSON.stringify(`${origin}/api/v1${path}`)}, { method: '${method}', credentials: 'include'${json} })
    .then(async (answer) => ({ status: answer.status, body: await answer.json() }), (error) => ({ status: 0, body: String(error) }))`
}
