import { beforeAll } from 'vitest'
import { type EndpointName, endpoints } from '#shared/api/endpoints.ts'
import type { Access, Endpoint } from '#shared/api/kit/endpoint.ts'
import { createApp } from '../app.ts'
import { createApiKey, type NewApiKey } from '../auth/credentials/api-keys.ts'
import { createTester, createTestWorld, type Tester, type TestWorld } from '../testing/test-world.ts'
import { inSession } from '../testing/visitor.ts'

/** Every endpoint there is, also those that are added after this was written. */
export const all = Object.entries(endpoints) as [EndpointName, Endpoint][]

export let world: TestWorld
export let mine: Tester
export let theirs: Tester
let statements = 0

/** One world for the file, with two accounts in it, that counts the statements of the database. */
export function setUpAccess(): void {
  beforeAll(async () => {
    const roomy = ['WRITES', 'READS', 'LOGINS', 'GAS'].map((limit) => [`SOTTO_LIMIT_${limit}`, '100000'])
    world = await createTestWorld(Object.fromEntries(roomy))
    world.db = world.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Once for each that is carried out: one that is prepared is compiled but once.
      transformResult: async ({ result }) => {
        statements++
        return result
      },
    })
    const app = createApp(world)
    mine = await createTester(world, {}, app)
    theirs = await createTester(world, {}, app)
  })
}

export const scopes = ['read', 'manage', 'pay'] as const
export const isScope = (access: Access) => (scopes as readonly string[]).includes(access)

export type Headers = Record<string, string>

export const key = (secret: string) => ({ authorization: `Bearer ${secret}` })
export async function newKey(owner: Tester, more: Partial<NewApiKey> = {}) {
  const made = await createApiKey(world, { accountId: owner.accountId, label: 'x', ...more })
  return { ...made, headers: key(made.secret) }
}
export async function cookieOf(owner: Tester): Promise<Headers> {
  return { cookie: (await inSession(world, owner)).cookie, origin: 'http://localhost:7984' }
}

/** Sends a request. Its status and body, and the statements that it took. */
export async function ask(
  endpoint: Endpoint,
  headers: Headers,
  { id = 'nothing', query = '', body = {} as unknown } = {},
) {
  const path = endpoint.path.replace('{id}', id) + query
  const init: RequestInit = { method: endpoint.method, headers: { host: 'localhost:7984', ...headers } }
  if (endpoint.body !== undefined) {
    init.headers = { 'content-type': 'application/json', ...init.headers }
    init.body = JSON.stringify(body)
  }
  // A refusal that repeats is not noted twice in a minute.
  world.clock.pass(60_000)
  await noticed(headers)
  const before = statements
  const answer = await mine.app.request(`http://localhost:7984/api/v1${path}`, init)
  // A stream has no end of its own: that it begins is all that is asked here.
  const isStream = answer.headers.get('content-type') === 'text/event-stream'
  if (isStream) await answer.body?.cancel()
  const text = isStream ? '{"ok":true}' : await answer.text()
  const { error } = JSON.parse(text) as { error?: { code: string } }
  return { status: answer.status, code: error?.code ?? 'ok', text, statements: statements - before }
}

/** So that the minute's note of a credential's last use is not part of what is counted. */
async function noticed(headers: Headers): Promise<void> {
  await mine.app.request('http://localhost:7984/api/v1/auth/session', {
    headers: { host: 'localhost:7984', ...headers },
  })
}
