import type { Context } from 'hono'
import type { Env } from './env.ts'

/** Adds to the headers that the answer to this request will have, granted or refused. Names are in lower case. */
export function addHeaders(c: Context<Env>, headers: Record<string, string>): void {
  Object.assign(c.get('headers'), headers)
}

/** An answer with them. The server writes a plain object as it is; of a `Headers` it would have to make one first. */
export function json(c: Context<Env>, status: number, body: object): Response {
  const headers = { ...c.get('headers'), 'content-type': 'application/json' }
  return new Response(JSON.stringify(body), { status, headers })
}

/** A file to be kept: no browser shows it as a page of this origin. */
export function file(c: Context<Env>, status: number, type: string, text: string): Response {
  const headers = { ...c.get('headers'), 'content-type': type, 'content-disposition': 'attachment' }
  return new Response(text, { status, headers })
}

/** Hands them to an answer that Hono makes: of pages and probes, and of streams. */
export function passHeaders(c: Context<Env>): void {
  for (const [name, value] of Object.entries(c.get('headers'))) c.header(name, value)
}
