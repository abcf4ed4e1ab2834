import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#shared/api/endpoints.ts'
import type { Endpoint } from '#shared/api/kit/endpoint.ts'
import { createApp } from '../app.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { version } from '../version.ts'

let app: ReturnType<typeof createApp>
let get: (path: string) => Promise<Response>

beforeAll(async () => {
  app = createApp(await createTestWorld())
  get = async (path) => app.request(`http://localhost:7984${path}`, { headers: { host: 'localhost:7984' } })
})

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const

/** What the page's HTML asks for. */
async function filesOf(page: string): Promise<string[]> {
  return filesIn(await (await get(page)).text())
}

function filesIn(html: string): string[] {
  return [...new Set([...html.matchAll(/<(?!a\b)[^>]*?(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link))]
}

describe.each([
  ['/account', ['icon.svg', 'tokens.css', 'kit.css', 'account.css', 'account.js']],
  ['/verify', ['icon.svg', 'tokens.css', 'style.css', 'verify.js']],
])('%s', (page, files) => {
  test('asks for its own files and for nothing else', async () => {
    expect(await filesOf(page)).toEqual(files.map((name) => `${page}/${name}`))
  })

  test.each(files)('%s is served under a strict policy', async (name) => {
    const answer = await get(`${page}/${name}`)
    expect(answer.status).toBe(200)
    const type = types[name.split('.').at(-1) as keyof typeof types]
    expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${type.replace('+', '\\+')}(; charset=utf-8)?$`))
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("trusted-types 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })

  test('its script is complete: it imports nothing more', async () => {
    const script = await (await get(`${page}${page}.js`)).text()
    expect(script.length).toBeGreaterThan(10_000)
    expect(/(?:^|[;}])import\s*["'{*(]/.exec(script)?.[0]).toBeUndefined()
  })

  test('nothing in it is inline, and its style sheets fetch nothing', async () => {
    expect(await (await get(page)).text()).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/)
    for (const name of files.filter((each) => each.endsWith('.css'))) {
      expect(await (await get(`${page}/${name}`)).text()).not.toMatch(/@import|url\(/)
    }
  })
})

describe('/docs', () => {
  test('names every call once, with what it takes, how it fails, and where its schemas are', async () => {
    const html = await (await get('/docs')).text()
    for (const [name, { method, path }] of Object.entries(endpoints as Record<string, Endpoint>)) {
      expect(html.split(`id="${name}"`), name).toHaveLength(2)
      expect(html).toContain(`>${method}</span> <code>${path.replace(/\{(\w+)\}/g, '<var>{$1}</var>')}</code>`)
    }
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    expect([...html.matchAll(/href="#([^"]+)"/g)].filter(([, id]) => !ids.has(id))).toEqual([])
    expect(ids.size).toBe([...html.matchAll(/ id="/g)].length)
    expect(html.indexOf('id="fund"')).toBeLessThan(html.indexOf('id="createRequest"'))
    expect(html).toMatch(/<title>Sotto/)
  })

  test('is complete without a script, and under the policy of the other pages', async () => {
    const answer = await get('/docs')
    expect(await answer.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/)
    expect(await filesOf('/docs')).toEqual(['/verify/icon.svg', '/docs/tokens.css', '/docs/docs.css'])
    for (const file of await filesOf('/docs')) expect((await get(file)).status).toBe(200)
    expect(await (await get('/docs')).text()).toContain('API=http://localhost:7984/api/v1')
    const elsewhere = await app.request('http://127.0.0.1:1234/docs', { headers: { host: '127.0.0.1:1234' } })
    expect(await elsewhere.text()).toContain('API=http://127.0.0.1:1234/api/v1')
  })
})

describe('/', () => {
  const open = (accept: string | undefined, host = 'localhost:7984') =>
    app.request(`http://${host}/`, { headers: { host, ...(accept === undefined ? {} : { accept }) } })

  test('tells a browser that it runs, which version and network, and where its pages are', async () => {
    const answer = await open('text/html,application/xhtml+xml,*/*;q=0.8')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await answer.text()
    for (const said of ['Running', version, 'offline (chain', 'http://localhost:7984']) expect(html).toContain(said)
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
    expect(links).toEqual(['/account', '/verify', '/docs'])
    for (const path of [...links, ...filesIn(html)]) expect((await get(path)).status, path).toBe(200)
    expect(html).not.toMatch(/<script|<style|\sstyle=/)
  })

  test.each([undefined, '*/*', 'application/json'])('answers programs as before (%s)', async (accept) => {
    const answer = await open(accept)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  test.each(['/account', '/verify', '/docs'])('%s leads back to it', async (page) => {
    const script =
      page === '/account' ? await (await get('/account/account.js')).text() : await (await get(page)).text()
    expect(script).toMatch(/href(=|:)["`]\/["`]/)
  })
})
