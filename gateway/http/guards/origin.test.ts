import { beforeEach, expect, test } from 'vitest'
import { createTester, createTestWorld, PASSWORD, type Tester, type TestWorld } from '../../testing/test-world.ts'
import { createVisitor, inSession } from '../../testing/visitor.ts'

let world: TestWorld
let tester: Tester

const EXTENSION = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop'
const OTHER_EXTENSION = 'chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba'
const FIREFOX = 'moz-extension://11111111-2222-4333-8444-555555555555'

beforeEach(async () => {
  world = await createTestWorld({ SOTTO_PUBLIC_URL: 'https://pay.example', SOTTO_LIMIT_LOGINS: '1000' })
  tester = await createTester(world)
})

/** Absent headers are written as ''. */
const rename = async (headers: Record<string, string>, madeBy?: string) => {
  const { cookie } = await inSession(world, tester, madeBy)
  const given = Object.entries({ host: 'localhost:7984', 'content-type': 'application/json', cookie, ...headers })
  const answer = await tester.app.request('http://localhost:7984/api/v1/me', {
    method: 'PATCH',
    headers: Object.fromEntries(given.filter(([, value]) => value !== '')),
    body: '{"name":"changed"}',
  })
  const { data } = (await (await tester.ask('GET', '/me')).json()) as { data: { user: { name: string } } }
  const { error } = (await answer.json()) as { error?: { code: string } }
  expect(data.user.name).toBe(error === undefined ? 'changed' : '')
  return error?.code ?? 'ok'
}

test.each([
  ["the gateway's own page", { origin: 'http://localhost:7984' }, 'ok'],
  ['the same by its address', { origin: 'http://127.0.0.1:7984', host: '127.0.0.1:7984' }, 'ok'],
  ['the public page', { origin: 'https://pay.example', host: 'pay.example' }, 'ok'],
  ['the public page, through a proxy that sends its own Host', { origin: 'https://pay.example' }, 'ok'],
  ['a program', {}, 'ok'],
  ['a page that sends no Origin, of our own', { 'sec-fetch-site': 'same-origin' }, 'ok'],
  ['an extension that sends no Origin', { 'sec-fetch-site': 'none' }, 'ok'],
  ['another site', { origin: 'https://evil.example' }, 'cross_site_request'],
  ['another port of localhost', { origin: 'http://localhost:7985' }, 'cross_site_request'],
  ['the other loopback name', { origin: 'http://127.0.0.1:7984' }, 'cross_site_request'],
  ['the public name without TLS', { origin: 'http://pay.example', host: 'pay.example' }, 'cross_site_request'],
  ['a sandboxed frame or a file', { origin: 'null' }, 'cross_site_request'],
  ['another site, without Origin', { 'sec-fetch-site': 'cross-site' }, 'cross_site_request'],
  ['another port, without Origin', { 'sec-fetch-site': 'same-site' }, 'cross_site_request'],
  ['an extension that did not sign in', { origin: EXTENSION }, 'cross_site_request'],
  ['a look-alike of an extension', { origin: 'https://chrome-extension' }, 'cross_site_request'],
])('a write with the cookie from %s', async (_, headers, code) => {
  expect(await rename(headers)).toBe(code)
})

test.each([
  ['the extension that signed in', EXTENSION, EXTENSION, 'ok'],
  ['the same in Firefox', FIREFOX, FIREFOX, 'ok'],
  ['another extension', EXTENSION, OTHER_EXTENSION, 'cross_site_request'],
  ["the gateway's own page", EXTENSION, 'http://localhost:7984', 'ok'],
  ['another site', EXTENSION, 'https://evil.example', 'cross_site_request'],
])("a write with an extension's session from %s", async (_, madeBy, origin, code) => {
  expect(await rename({ origin }, madeBy)).toBe(code)
})

test.each([
  [EXTENSION, 'ok'],
  [FIREFOX, 'ok'],
  ['http://localhost:7984', 'ok'],
  ['http://localhost:7985', 'cross_site_request'],
  ['null', 'cross_site_request'],
])('a login from %s', async (origin, code) => {
  const me = createVisitor(tester.app)
  expect((await me.tell('POST', '/auth/login', { email: tester.email, password: PASSWORD }, { origin })).code).toBe(
    code,
  )
  expect((await me.tell('POST', '/auth/passkey/options', {}, { origin })).code).toBe(code)
})

test.each([
  ['a form', 'application/x-www-form-urlencoded', 'name=changed'],
  ['a form that looks like JSON', 'text/plain', '{"name":"changed","a":"="}'],
  ['a file upload', 'multipart/form-data; boundary=x', '--x--'],
])('%s changes nothing, whatever its origin', async (_, type, body) => {
  const { cookie } = await inSession(world, tester)
  for (const origin of ['http://localhost:7984', 'https://evil.example']) {
    const answer = await tester.app.request('http://localhost:7984/api/v1/me', {
      method: 'PATCH',
      headers: { host: 'localhost:7984', cookie, origin, 'content-type': type },
      body,
    })
    expect(answer.status).toBe(415)
  }
})

test('a read with the cookie is not checked: no page of another origin may look at the answer', async () => {
  const { cookie } = await inSession(world, tester)
  const headers = { host: 'localhost:7984', cookie, origin: 'https://evil.example' }
  const answer = await tester.app.request('http://localhost:7984/api/v1/me', { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('a call with a key is never refused for its origin', async () => {
  expect((await tester.ask('PATCH', '/me', { name: 'x' }, { origin: 'https://shop.example' })).status).toBe(200)
})
