import type { Hono } from 'hono'
import type { Env } from '../http/env.ts'

/** Where tests call an app: nothing listens there. */
export const ORIGIN = 'http://localhost:7984'

/** `fetch` that ends in an app. */
export function callInto(app: Hono<Env>) {
  return (url: string, init: RequestInit) =>
    Promise.resolve(app.request(url, { ...init, headers: { host: 'localhost:7984', ...init.headers } }))
}

export function request(method: string, body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { method, headers }
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
