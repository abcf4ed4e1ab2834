import type { Hono } from 'hono'
import { startSession } from '../auth/credentials/sessions.ts'
import type { Env } from '../http/env.ts'
import { callInto, ORIGIN, request } from './call-into.ts'
import { PASSWORD, type Tester, type TestWorld } from './test-world.ts'

/** A browser on the gateway's own page: keeps the session's cookie and says where it comes from. */
export type Visitor = {
  /** The cookie it holds, to be stolen. */
  cookie: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** The same, and the answer's status, code and data. */
  tell(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Told>
}
export type Told = { status: number; code: string; data: Record<string, unknown>; headers: Headers }

export function createVisitor(app: Hono<Env>, cookie = ''): Visitor {
  const call = callInto(app)
  const visitor: Visitor = {
    cookie,
    async ask(method, path, body, headers = {}) {
      const mine = { origin: ORIGIN, ...(visitor.cookie === '' ? {} : { cookie: visitor.cookie }) }
      const answer = await call(`${ORIGIN}/api/v1${path}`, request(method, body, { ...mine, ...headers }))
      const given = answer.headers.get('set-cookie')?.split(';')[0]
      if (given !== undefined) visitor.cookie = given.endsWith('=') ? '' : given
      return answer
    },
    async tell(method, path, body, headers) {
      const answer = await visitor.ask(method, path, body, headers)
      const json = (await answer.json()) as { error?: { code: string }; data?: Record<string, unknown> }
      return { status: answer.status, code: json.error?.code ?? 'ok', data: json.data ?? {}, headers: answer.headers }
    },
  }
  return visitor
}

/** A visitor with a session that took no password. */
export async function inSession(world: TestWorld, tester: Tester, origin?: string): Promise<Visitor> {
  const context = {
    address: '127.0.0.1',
    host: '',
    port: 0,
    origin,
    site: undefined,
    userAgent: null,
    token: undefined,
  }
  const { token } = await startSession(world, tester.accountId, { ...context, audit: {} })
  return createVisitor(tester.app, `sotto_session=${token}`)
}

/** A visitor who has signed in with the password. */
export async function signedIn(tester: Tester, headers?: Record<string, string>): Promise<Visitor> {
  const visitor = createVisitor(tester.app)
  const { status } = await visitor.tell('POST', '/auth/login', { email: tester.email, password: PASSWORD }, headers)
  if (status !== 200) throw new Error(`the login answered ${status}`)
  return visitor
}
