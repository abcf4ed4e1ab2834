import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createTestWorld } from '../testing/test-world.ts'

let get: (path: string) => Promise<Response>

beforeAll(async () => {
  const app = createApp(await createTestWorld())
  get = async (path) => app.request(`http://localhost:7984${path}`, { headers: { host: 'localhost:7984' } })
})

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const

/** What the page's HTML asks for. */
async function filesOf(page: string): Promise<string[]> {
  const html = await (await get(page)).text()
  return [...new Set([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link))]
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
